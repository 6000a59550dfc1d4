import { Button, Group, Stack, Text, Textarea, VisuallyHidden } from '@mantine/core'
import type { DayDifference } from '@patchbay/contract/payments/workspace/payment-days'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { usePaymentDayTexts } from '../../../texts/payment-days.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { Section } from '../../../ui/Section.tsx'
import { DayLinks } from './DayLinks.tsx'
import { useAcknowledge } from './queries.ts'

type Detail = Partial<Record<'movement' | 'paymentId' | 'provider' | 'ours' | 'currency', string>>
const detailOf = ({ detail }: DayDifference): Detail => detail as Detail

const What = ({ one }: { one: DayDifference }) => {
  const texts = usePaymentDayTexts()
  const { movement, paymentId } = detailOf(one)
  return (
    <Stack gap={2}>
      <Text size="sm" fw={500}>
        {texts.kinds[one.kind] ?? one.kind}
      </Text>
      <Text size="sm">
        {movement === 'refund' ? texts.movements.refund : texts.movements.payment} {paymentId}
      </Text>
      <DayLinks orderId={one.orderId} orderNumber={one.orderNumber} invoiceId={one.invoiceId} />
      <Text size="xs" c="dimmed" maw={520}>
        {one.resolvedAt ? texts.acknowledged(one.resolvedBy ?? '', one.resolution ?? '') : texts.advice[one.kind]}
      </Text>
    </Stack>
  )
}

const useColumns = (canAcknowledge: boolean, onAsk: (one: DayDifference) => void): Column<DayDifference>[] => {
  const texts = usePaymentDayTexts()
  const format = useFormat()
  const sum = (amount: string | undefined, currency: string | undefined) =>
    amount === undefined || !/^[\d.]+$/.test(amount) ? (amount ?? '—') : format.money(amount, currency)
  return [
    { key: 'what', head: texts.what, cell: (one) => <What one={one} /> },
    {
      key: 'provider',
      head: texts.provider,
      numeric: true,
      wideOnly: true,
      cell: (one) => sum(detailOf(one).provider, detailOf(one).currency),
    },
    {
      key: 'ours',
      head: texts.ours,
      numeric: true,
      wideOnly: true,
      cell: (one) => sum(detailOf(one).ours, detailOf(one).currency),
    },
    {
      key: 'actions',
      head: <VisuallyHidden>{texts.acknowledge}</VisuallyHidden>,
      actions: true,
      cell: (one) =>
        canAcknowledge &&
        !one.resolvedAt && (
          <Button size="compact-sm" variant="default" onClick={() => onAsk(one)}>
            {texts.acknowledge}
          </Button>
        ),
    },
  ]
}

type DifferenceListProps = { dayId: number; differences: readonly DayDifference[]; canAcknowledge: boolean }

export const DifferenceList = ({ dayId, differences, canAcknowledge }: DifferenceListProps) => {
  const texts = usePaymentDayTexts()
  const [asked, setAsked] = useState<readonly DayDifference[]>([])
  const [note, setNote] = useState('')
  const acknowledge = useAcknowledge(dayId)
  const open = differences.filter(({ resolvedAt }) => resolvedAt === undefined)
  const columns = useColumns(canAcknowledge, (one) => setAsked([one]))
  const close = () => {
    setAsked([])
    setNote('')
  }
  const done = () => {
    close()
    notifySuccess(texts.acknowledgedDone)
  }
  const all = canAcknowledge && open.length > 1 && (
    <Button size="compact-sm" variant="default" onClick={() => setAsked(open)}>
      {texts.acknowledgeAll(open.length)}
    </Button>
  )
  return (
    <Section title={texts.differences} actions={all} plain>
      {differences.length === 0 ? (
        <Text size="sm">{texts.noDifferences}</Text>
      ) : (
        <DataList label={texts.differences} rows={differences} columns={columns} rowKey={({ id }) => id} />
      )}
      <Confirm
        opened={asked.length > 0}
        onClose={close}
        title={texts.acknowledgeTitle}
        action={texts.acknowledge}
        pending={acknowledge.isPending}
        disabled={note.trim() === ''}
        error={acknowledge.error}
        onConfirm={() => acknowledge.mutate({ discrepancyIds: asked.map(({ id }) => id), note }, { onSuccess: done })}
      >
        <Group gap={4}>
          <Text size="sm">{texts.acknowledgeWhat}</Text>
        </Group>
        <Textarea
          label={texts.note}
          required
          autosize
          minRows={2}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Confirm>
    </Section>
  )
}
