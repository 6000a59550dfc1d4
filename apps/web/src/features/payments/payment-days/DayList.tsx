import { Text, VisuallyHidden } from '@mantine/core'
import type { PaymentDay } from '@patchbay/contract/payments/workspace/payment-days'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { usePaymentDayTexts } from '../../../texts/payment-days.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import { DayState } from './DayState.tsx'

const useColumns = (): Column<PaymentDay>[] => {
  const texts = usePaymentDayTexts()
  const format = useFormat()
  return [
    {
      key: 'day',
      head: texts.day,
      cell: ({ id, day, module }) => (
        <>
          <RowLink to="/reports/days/$dayId" params={{ dayId: String(id) }}>
            {format.local(day, true)}
          </RowLink>
          <Text size="xs" c="dimmed">
            {module.name}
          </Text>
        </>
      ),
    },
    {
      key: 'paid',
      head: texts.provider,
      wideOnly: true,
      numeric: true,
      cell: ({ totals }) => joinFacts(totals.map(({ currency, provider }) => format.money(provider.paid, currency))),
    },
    {
      key: 'matched',
      head: texts.matched,
      wideOnly: true,
      numeric: true,
      cell: ({ matched }) => format.number(matched),
    },
    {
      key: 'different',
      head: texts.different,
      wideOnly: true,
      numeric: true,
      cell: ({ different }) => format.number(different),
    },
    {
      key: 'state',
      head: <VisuallyHidden>{texts.title}</VisuallyHidden>,
      cell: ({ state }) => <DayState state={state} />,
    },
  ]
}

type DayListProps = { days: PaymentDay[]; onMore: (() => void) | undefined; loadingMore: boolean }

export const DayList = ({ days, ...more }: DayListProps) => {
  const texts = usePaymentDayTexts()
  return <DataList label={texts.history} rows={days} columns={useColumns()} rowKey={({ id }) => id} {...more} />
}
