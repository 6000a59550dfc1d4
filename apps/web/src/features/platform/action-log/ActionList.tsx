import { Badge, Code, Modal, Text } from '@mantine/core'
import type { ActionRecord } from '@patchbay/contract/platform/workspace/action-log'
import { useState } from 'react'
import { asSentence, useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowButton } from '../../../ui/RowLink.tsx'

type ActionListProps = { records: ActionRecord[]; onMore: (() => void) | undefined; loadingMore: boolean }

export const ActionList = ({ records, onMore, loadingMore }: ActionListProps) => {
  const { actionLog: texts } = useTexts()
  const format = useFormat()
  const [opened, setOpened] = useState<ActionRecord>()
  const columns: Column<ActionRecord>[] = [
    {
      key: 'what',
      head: texts.what,
      cell: (record) => (
        <>
          <RowButton onClick={() => setOpened(record)}>{asSentence(`${record.action} ${record.subject}`)}</RowButton>
          <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
            {record.actor} · {format.moment(record.at)}
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
        title={<Text fw={600}>{opened && asSentence(`${opened.action} ${opened.subject}`)}</Text>}
      >
        {opened && (
          <>
            <Text size="sm" mb="sm">
              {opened.actor} · {format.exact(opened.at)}
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
