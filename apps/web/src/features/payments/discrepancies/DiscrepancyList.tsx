import { Button, Code, Text, Textarea } from '@mantine/core'
import type { Discrepancy } from '@patchbay/contract/payments/workspace/discrepancies'
import { useState } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { useResolveDiscrepancy } from './queries.ts'

const useColumns = (onSettle: (one: Discrepancy) => void): Column<Discrepancy>[] => {
  const { discrepancies: texts } = useTexts()
  const format = useFormat()
  return [
    {
      key: 'what',
      head: texts.what,
      cell: ({ kind, invoiceId, resolvedAt, resolution = texts.appliedLater, resolvedBy }) => (
        <>
          <Text size="sm">{texts.kinds[kind]}</Text>
          {invoiceId && <Code>{invoiceId}</Code>}
          {resolvedAt && (
            <Text size="xs" c="dimmed">
              {joinFacts([resolution, resolvedBy])}
            </Text>
          )}
        </>
      ),
    },
    { key: 'module', head: texts.module, wideOnly: true, cell: ({ moduleCode }) => moduleCode ?? '—' },
    { key: 'when', head: texts.when, wideOnly: true, numeric: true, cell: ({ at }) => format.moment(at) },
    {
      key: 'actions',
      head: '',
      actions: true,
      cell: (one) =>
        !one.resolvedAt && (
          <Button size="compact-sm" variant="default" onClick={() => onSettle(one)}>
            {texts.settle}
          </Button>
        ),
    },
  ]
}

type ListProps = { discrepancies: Discrepancy[]; onMore: (() => void) | undefined; loadingMore: boolean }

export const DiscrepancyList = ({ discrepancies, onMore, loadingMore }: ListProps) => {
  const { discrepancies: texts } = useTexts()
  const [asked, setAsked] = useState<Discrepancy>()
  const [resolution, setResolution] = useState('')
  const settle = useResolveDiscrepancy()
  const close = () => {
    setAsked(undefined)
    setResolution('')
  }
  const settled = () => {
    close()
    notifySuccess(texts.done)
  }
  return (
    <>
      <DataList
        label={texts.title}
        rows={discrepancies}
        columns={useColumns(setAsked)}
        rowKey={({ id }) => id}
        onMore={onMore}
        loadingMore={loadingMore}
      />
      <Confirm
        opened={asked !== undefined}
        onClose={close}
        title={texts.settleAsk}
        action={texts.settle}
        pending={settle.isPending}
        error={settle.error}
        onConfirm={() => asked && settle.mutate({ id: asked.id, resolution }, { onSuccess: settled })}
      >
        <Text size="sm">{asked && texts.kinds[asked.kind]}</Text>
        <Textarea
          label={texts.resolution}
          required
          autosize
          minRows={2}
          value={resolution}
          onChange={(event) => setResolution(event.currentTarget.value)}
        />
      </Confirm>
    </>
  )
}
