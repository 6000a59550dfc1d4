import { Table, Text } from '@mantine/core'
import type { DayTotals as Totals } from '@patchbay/contract/payments/workspace/payment-days'
import { useFormat } from '../../../lib/format.ts'
import { usePaymentDayTexts } from '../../../texts/payment-days.ts'
import { Section } from '../../../ui/Section.tsx'

const CurrencyTotals = ({ currency, matched, different, provider, ours }: Totals) => {
  const texts = usePaymentDayTexts()
  const format = useFormat()
  const rows = [
    { name: texts.provider, side: provider },
    { name: texts.ours, side: ours },
  ]
  return (
    <Table aria-label={`${texts.totals} ${currency}`} mb="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{currency}</Table.Th>
          <Table.Th scope="col" ta="right">
            {texts.payments}
          </Table.Th>
          <Table.Th scope="col" ta="right">
            {texts.refunds}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, side }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            <Table.Td ta="right">
              {format.money(side.paid, currency)}
              <Text size="xs" c="dimmed">
                {format.number(side.payments)}
              </Text>
            </Table.Td>
            <Table.Td ta="right">
              {format.money(side.refunded, currency)}
              <Text size="xs" c="dimmed">
                {format.number(side.refunds)}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Caption>
        {texts.matched}: {format.number(matched)} · {texts.different}: {format.number(different)}
      </Table.Caption>
    </Table>
  )
}

/** Each currency for itself. */
export const DayTotals = ({ totals }: { totals: readonly Totals[] }) => {
  const texts = usePaymentDayTexts()
  return (
    <Section title={texts.totals}>
      {totals.map((one) => (
        <CurrencyTotals key={one.currency} {...one} />
      ))}
    </Section>
  )
}
