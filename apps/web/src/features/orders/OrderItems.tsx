import { Box, Group, Stack, Table, Text } from '@mantine/core'
import type { Order } from '@patchbay/contract/orders'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../texts/catalogue.ts'

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

export const OrderItems = ({ order }: { order: Order }) => {
  const { order: texts } = useTexts()
  const format = useFormat()
  const money = (amount: number) => format.money(amount, order.currency)
  const rest = order.totalSumm - order.prepaySum
  if (order.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.noItems}
      </Text>
    )
  }
  return (
    <>
      <Table.ScrollContainer minWidth={300} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={texts.items} className="tabular">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.product}</Table.Th>
              <Table.Th ta="end" visibleFrom="sm">
                {texts.price}
              </Table.Th>
              <Table.Th ta="end">{texts.quantity}</Table.Th>
              <Table.Th ta="end">{texts.sum}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {order.items.map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td>{item.offer.displayName || item.productName}</Table.Td>
                <Table.Td ta="end" visibleFrom="sm">
                  {money(item.initialPrice)}
                </Table.Td>
                <Table.Td ta="end">{format.number(item.quantity)}</Table.Td>
                <Table.Td ta="end">{money(item.initialPrice * item.quantity)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Box ml="auto" maw={320} mt="md">
        <Stack gap={4}>
          {order.discountManualAmount > 0 && <Line name={texts.discount} value={money(-order.discountManualAmount)} />}
          <Line name={texts.total} value={money(order.totalSumm)} strong />
          {order.prepaySum > 0 && <Line name={texts.paid} value={money(order.prepaySum)} />}
          {rest > 0 && order.prepaySum > 0 && <Line name={texts.rest} value={money(rest)} />}
        </Stack>
      </Box>
    </>
  )
}
