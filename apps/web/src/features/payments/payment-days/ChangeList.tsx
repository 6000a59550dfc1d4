import { Stack, Text } from '@mantine/core'
import type { DayChange } from '@patchbay/contract/payments/workspace/payment-days'
import { usePaymentDayTexts } from '../../../texts/payment-days.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { Section } from '../../../ui/Section.tsx'
import { DayLinks } from './DayLinks.tsx'

const useColumns = (): Column<DayChange & { key: number }>[] => {
  const texts = usePaymentDayTexts()
  return [
    {
      key: 'what',
      head: texts.what,
      cell: (one) => (
        <Stack gap={2}>
          <Text size="sm" fw={500}>
            {texts.movements[one.movement]}: {texts.fieldsChanged[one.field]}
          </Text>
          <DayLinks orderId={one.orderId} orderNumber={one.orderNumber} invoiceId={one.invoiceId} />
          {one.orderId === undefined && <Text size="sm">{one.paymentId}</Text>}
        </Stack>
      ),
    },
    { key: 'before', head: texts.before, numeric: true, cell: ({ before }) => before ?? '—' },
    { key: 'after', head: texts.after, numeric: true, cell: ({ after }) => after ?? '—' },
  ]
}

/** What is no longer as it was when the day was closed. */
export const ChangeList = ({ changes, count }: { changes: readonly DayChange[]; count: number }) => {
  const texts = usePaymentDayTexts()
  const rows = changes.map((change, key) => ({ ...change, key }))
  return (
    <Section title={texts.changedTitle} about={texts.changedWhat(count)} plain>
      <DataList label={texts.changedTitle} rows={rows} columns={useColumns()} rowKey={({ key }) => key} />
    </Section>
  )
}
