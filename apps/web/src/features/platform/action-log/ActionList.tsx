import { Badge, Code, Modal, Text } from '@mantine/core'
import type { ActionRecord } from '@patchbay/contract/platform/workspace/action-log'
import { useState } from 'react'
import { isolate, joinFacts } from '../../../lib/bidi.ts'
import { asSentence, useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowButton } from '../../../ui/RowLink.tsx'

type ActionListProps = { records: ActionRecord[]; onMore: (() => void) | undefined; loadingMore: boolean }

type ActionTexts = ReturnType<typeof useTexts>['actionLog']

/** Records of earlier versions have an English text in place of a code. */
const describeAction = ({ action, subject, detail }: ActionRecord, texts: ActionTexts): string => {
  if (action === 'chat.assigned') return texts.assignedTo(subject, String(detail.to))
  if (action === 'chat.unassigned') return texts.unassigned(subject)
  const text = texts.actions[action]
  if (text === undefined) return asSentence(`${action} ${subject}`)
  const about = typeof detail.order === 'string' ? detail.order : subject
  return about === '' ? text : `${text}: ${about}`
}

/** The sum and the outcome of an operation, or what changed: `timezone: UTC → Europe/Madrid`. */
const useSummary = () => {
  const { actionLog: texts } = useTexts()
  const format = useFormat()
  return ({ detail: { amount, currency, outcome, errorMsg, reason, changes } }: ActionRecord): string[] => [
    ...(typeof amount === 'string' && typeof currency === 'string' ? [format.money(amount, currency)] : []),
    ...(typeof outcome === 'string' ? [texts.outcomes[outcome] ?? outcome] : []),
    ...[errorMsg, reason].filter((said) => typeof said === 'string'),
    ...Object.entries(changes ?? {}).map(
      ([name, [before, after]]) =>
        `${texts.settings[name] ?? name}: ${isolate(before || '—')} → ${isolate(after || '—')}`,
    ),
  ]
}

export const ActionList = ({ records, onMore, loadingMore }: ActionListProps) => {
  const { actionLog: texts } = useTexts()
  const format = useFormat()
  const summaryOf = useSummary()
  const [opened, setOpened] = useState<ActionRecord>()
  const columns: Column<ActionRecord>[] = [
    {
      key: 'what',
      head: texts.what,
      cell: (record) => (
        <>
          <RowButton onClick={() => setOpened(record)}>{describeAction(record, texts)}</RowButton>
          <Text size="xs" c="dimmed" lineClamp={2}>
            {joinFacts(summaryOf(record))}
          </Text>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {joinFacts([record.actor, format.moment(record.at)])}
          </Text>
        </>
      ),
    },
    {
      key: 'type',
      head: texts.type,
      wideOnly: true,
      cell: ({ recordType }) => (
        <Badge variant="default" size="sm" fw={500} tt="none">
          {texts.types[recordType] ?? recordType}
        </Badge>
      ),
    },
    { key: 'actor', head: texts.actor, wideOnly: true, cell: ({ actor }) => actor },
    {
      key: 'when',
      head: texts.when,
      wideOnly: true,
      numeric: true,
      cell: ({ at }) => <span title={format.exact(at)}>{format.moment(at)}</span>,
    },
  ]
  return (
    <>
      <DataList
        label={texts.title}
        rows={records}
        columns={columns}
        rowKey={({ id }) => id}
        onMore={onMore}
        loadingMore={loadingMore}
      />
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        size="lg"
        title={<Text fw={600}>{opened && describeAction(opened, texts)}</Text>}
      >
        {opened && (
          <>
            <Text size="sm" mb="sm">
              {joinFacts([opened.actor, format.exact(opened.at)])}
            </Text>
            <Code block tabIndex={0} aria-label={texts.details}>
              {JSON.stringify(opened.detail, null, 2)}
            </Code>
          </>
        )}
      </Modal>
    </>
  )
}
