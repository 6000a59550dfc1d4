import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useConversationTexts } from '../../../texts/conversation.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { useSendMessage } from '../conversations/queries.ts'
import styles from './Cards.module.css'
import type { CustomerOrder, DialogProps } from './drafts.ts'

const Option = ({ order }: { order: CustomerOrder }) => {
  const words = useConversationTexts()
  const format = useFormat()
  const items = order.items.map(({ name, quantity }) => (quantity === 1 ? name : `${name} × ${quantity}`))
  const total = format.money(order.total, order.currency)
  return (
    <Radio
      className={styles.option}
      value={String(order.id)}
      label={words.order(order.number)}
      description={
        <>
          {joinFacts([order.date, order.status, total])}
          <br />
          {joinFacts(items, ', ')}
        </>
      }
    />
  )
}

export const SendOrder = ({ chatId, orders, onClose, onSent }: DialogProps & { orders: CustomerOrder[] }) => {
  const words = useConversationTexts().cards
  const { chats } = useTexts()
  const save = useSendMessage(chatId)
  const [chosen, setChosen] = useState(orders.length === 1 ? String(orders[0]?.id) : '')
  const submit = () => save.mutate({ orderId: Number(chosen) }, { onSuccess: onSent })
  return (
    <FormDialog
      title={words.sendOrder}
      what={words.sendOrderWhat}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      save={save}
      action={chats.send}
      disabled={chosen === ''}
    >
      {orders.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noOrders}
        </Text>
      ) : (
        <Radio.Group aria-label={words.sendOrder} value={chosen} onChange={setChosen}>
          <Stack gap="xs">
            {orders.map((order) => (
              <Option key={order.id} order={order} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
  )
}
