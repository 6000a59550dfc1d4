import { Group, Text } from '@mantine/core'
import type { InvoiceSum } from '@patchbay/contract/payments/workspace/invoice-list'
import { useFormat } from '../../../lib/format.ts'
import { usePaymentTexts } from '../../../texts/payments.ts'

type SumsProps = { sums: InvoiceSum[]; partial: boolean }

const isZero = (amount: string): boolean => /^0(\.0+)?$/.test(amount)

/** What the list comes to, in each currency: amounts of different currencies are never added up. */
export const InvoiceSums = ({ sums, partial }: SumsProps) => {
  const texts = usePaymentTexts()
  const format = useFormat()
  if (sums.length === 0) return null
  return (
    <section aria-label={texts.sums}>
      <Group gap="xl" mb={partial ? 4 : 'md'}>
        {sums.map(({ currency, count, amount, refunded }) => (
          <div key={currency}>
            <Text fw={600} size="lg" className="tabular">
              {format.money(amount, currency)}
            </Text>
            <Text size="xs" c="dimmed">
              {texts.invoices(count)}
              {!isZero(refunded) && ` · ${texts.refunded(format.money(refunded, currency))}`}
            </Text>
          </div>
        ))}
      </Group>
      {partial && (
        <Text size="xs" c="dimmed" mb="md">
          {texts.partial}
        </Text>
      )}
    </section>
  )
}
