import { Group, Paper, Stack, Text } from '@mantine/core'
import type { Order } from '@patchbay/contract/crm/orders'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'

type Item = Order['items'][number]

const Line = ({ name, value, strong }: { name: string; value: string; strong?: boolean }) => (
  <Group justify="space-between" gap="xl">
    <Text size="sm" c={strong ? undefined : 'dimmed'} fw={strong ? 600 : undefined}>
      {name}
    </Text>
    <Text size="sm" fw={strong ? 600 : undefined} className="tabular">
      {value}
    </Text>
  </Group>
)

const Totals = ({ order, money }: { order: Order; money: (amount: number) => string }) => {
  const { order: texts } = useTexts()
  const rest = order.totalSumm - order.prepaySum
  return (
    <Stack gap={4} ml="auto" maw={280}>
      {order.discountManualAmount > 0 && <Line name={texts.discount} value={money(-order.discountManualAmount)} />}
      {order.delivery.cost > 0 && <Line name={texts.delivery} value={money(order.delivery.cost)} />}
      <Line name={texts.total} value={money(order.totalSumm)} strong />
      {order.prepaySum > 0 && <Line name={texts.paid} value={money(order.prepaySum)} />}
      {rest > 0 && order.prepaySum > 0 && <Line name={texts.rest} value={money(rest)} />}
    </Stack>
  )
}

export const OrderItems = ({ order }: { order: Order }) => {
  const { order: texts } = useTexts()
  const format = useFormat()
  const money = (amount: number) => format.money(amount, order.currency)
  if (order.items.length === 0) {
    return (
      <Paper withBorder p="md">
        <Text size="sm" c="dimmed">
          {texts.noItems}
        </Text>
      </Paper>
    )
  }
  const columns: Column<Item>[] = [
    { key: 'product', head: texts.product, cell: ({ offer, productName }) => offer.displayName || productName },
    {
      key: 'price',
      head: texts.price,
      numeric: true,
      wideOnly: true,
      cell: ({ initialPrice }) => money(initialPrice),
    },
    { key: 'quantity', head: texts.quantity, numeric: true, cell: ({ quantity }) => format.number(quantity) },
    {
      key: 'sum',
      head: texts.sum,
      numeric: true,
      cell: ({ initialPrice, quantity }) => money(initialPrice * quantity),
    },
  ]
  return (
    <DataList
      label={texts.items}
      rows={order.items}
      columns={columns}
      rowKey={({ id }) => id}
      foot={<Totals order={order} money={money} />}
    />
  )
}
