import type { Order } from '@patchbay/contract/crm/orders'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Section.tsx'

const timeText = ({ from, to, custom }: NonNullable<Order['delivery']['time']>): string =>
  joinFacts([joinFacts([from, to], '–'), custom], ', ')

/** Nothing for an order without a delivery. */
export const OrderDelivery = ({ order, typeName }: { order: Order; typeName: (code: string) => string }) => {
  const { order: texts, address: addressTexts } = useTexts()
  const format = useFormat()
  const { code, cost, date, time, address } = order.delivery
  if (code === undefined && cost === 0 && !date && !time && Object.keys(address).length === 0) return null
  return (
    <Section title={texts.delivery}>
      <Facts
        columns={1}
        facts={[
          [texts.deliveryType, code !== undefined && typeName(code)],
          [texts.deliveryCost, cost > 0 && format.money(cost, order.currency)],
          [texts.deliveryDate, date && format.local(`${date} 00:00:00`, true)],
          [texts.deliveryTime, time && timeText(time)],
          [addressTexts.title, address.text],
          [addressTexts.fields.notes, address.notes],
        ]}
      />
    </Section>
  )
}
