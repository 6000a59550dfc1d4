import { Box, Group, Stack, Text } from '@mantine/core'
import type { Order } from '@patchbay/contract/crm/orders'
import type { ReactNode } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Status } from '../../../ui/Status.tsx'

type PaymentsProps = {
  order: Order
  typeName: (code: string) => string
  statusName: (code: string) => string
  isComplete: (status: string) => boolean
  /** Beside a payment: what can be done with it. */
  beside: (payment: Order['payments'][string]) => ReactNode
  /** Below a payment: its invoice. */
  below: (payment: Order['payments'][string]) => ReactNode
}

export const OrderPayments = ({ order, typeName, statusName, isComplete, beside, below }: PaymentsProps) => {
  const { order: texts } = useTexts()
  const format = useFormat()
  const payments = Object.values(order.payments)
  if (payments.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.noPayments}
      </Text>
    )
  }
  return (
    <Stack gap="md">
      {payments.map((payment) => (
        <div key={payment.id}>
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Box miw={0}>
              <Text size="sm" fw={500}>
                {typeName(payment.type)}
              </Text>
              <Group gap="xs">
                <Status tone={isComplete(payment.status) ? 'good' : 'calm'} size="xs">
                  {statusName(payment.status)}
                </Status>
                <Text size="xs" c="dimmed">
                  {joinFacts([payment.paidAt && texts.paidOn(format.local(payment.paidAt)), payment.comment])}
                </Text>
              </Group>
            </Box>
            <Group gap={4} wrap="nowrap" style={{ whiteSpace: 'nowrap' }}>
              <Text size="sm" fw={500} className="tabular">
                {format.money(payment.amount, order.currency)}
              </Text>
              {beside(payment)}
            </Group>
          </Group>
          {below(payment)}
        </div>
      ))}
    </Stack>
  )
}
