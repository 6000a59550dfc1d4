import { Checkbox, Divider, Stack, Text, Title } from '@mantine/core'
import type { Order } from '@patchbay/contract/crm/orders'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { VisitorFacts } from '../../features/chats/visitors/VisitorFacts.tsx'
import { nameOf } from '../../features/crm/customers/CustomerList.tsx'
import { NoteForm } from '../../features/crm/customers/NoteForm.tsx'
import { customerQuery } from '../../features/crm/customers/queries.ts'
import { PaidState } from '../../features/crm/orders/OrderList.tsx'
import { useNames } from '../../features/crm/references/queries.ts'
import { PaymentLinks } from '../../features/payments/invoices/PaymentLinks.tsx'
import { Phone } from '../../features/telephony/click-to-call/Phone.tsx'
import { joinFacts } from '../../lib/bidi.ts'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { useConversationTexts } from '../../texts/conversation.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { ManagersOnly } from '../../ui/ManagersOnly.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { SendPaymentLink } from './SendPaymentLink.tsx'

type PanelProps = {
  chatId: number
  customerId: number
  orders: Order[]
  isPaid: (status: string) => boolean
  /** The channel accepts messages. */
  canWrite: boolean
}

const OpenOrder = ({
  chatId,
  order,
  isPaid,
  canWrite,
  awaitAnswer,
}: { order: Order; awaitAnswer: boolean } & Omit<PanelProps, 'orders' | 'customerId'>) => {
  const texts = useConversationTexts()
  const names = useNames()
  const format = useFormat()
  return (
    <li>
      <AnchorLink to="/orders/$id" params={{ id: String(order.id) }} size="sm" fw={500}>
        {texts.order(order.number)}
      </AnchorLink>
      <Text size="xs" c="dimmed">
        {joinFacts([names.orderStatus(order.status), format.money(order.totalSumm, order.currency)])}
      </Text>
      <PaidState order={order} size="xs" />
      {canWrite && (
        <PaymentLinks
          order={order}
          isPaid={isPaid}
          payable={(invoice) => <SendPaymentLink {...{ chatId, order, invoice, awaitAnswer }} />}
          stale={
            <Text size="xs" c="var(--app-warn)">
              {texts.linkStale}
            </Text>
          }
          none={
            <Text size="xs" c="dimmed">
              {texts.linkNoPayment}
            </Text>
          }
        />
      )}
    </li>
  )
}

const OpenOrders = ({ orders, ...props }: PanelProps) => {
  const texts = useConversationTexts()
  const [awaitAnswer, setAwaitAnswer] = useState(false)
  return (
    <section aria-label={texts.openOrders}>
      <Title order={3} mb="xs">
        {texts.openOrders}
      </Title>
      {orders.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noOpenOrders}
        </Text>
      ) : (
        <Stack gap="md">
          <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
            {orders.map((order) => (
              <OpenOrder key={order.id} order={order} awaitAnswer={awaitAnswer} {...props} />
            ))}
          </Stack>
          {props.canWrite && (
            <ManagersOnly>
              <Checkbox
                size="xs"
                label={texts.awaitAnswer}
                description={texts.awaitAnswerWhat}
                checked={awaitAnswer}
                onChange={(event) => setAwaitAnswer(event.currentTarget.checked)}
              />
            </ManagersOnly>
          )}
        </Stack>
      )}
      <ManagersOnly>
        <AnchorLink to="/orders/add" search={{ customer: props.customerId }} size="sm" mt="sm" display="inline-block">
          {texts.newOrder}
        </AnchorLink>
      </ManagersOnly>
    </section>
  )
}

/** Beside a conversation: who the customer is, the latest note, and what they have ordered. */
export const CustomerPanel = (props: PanelProps) => {
  const texts = useConversationTexts()
  const { customers, chats } = useTexts()
  const { data, error, refetch } = useQuery(customerQuery(props.customerId))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { customer, notes } = data
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>{nameOf(customer) || customers.nameless}</Text>
        <AnchorLink to="/customers/$id" params={{ id: String(customer.id) }} size="sm">
          {chats.openCustomer}
        </AnchorLink>
      </div>
      {customer.phones.length > 0 && (
        <Stack gap={2} align="flex-start">
          {customer.phones.map(({ number }) => (
            <Phone key={number} number={number} customerId={customer.id} />
          ))}
        </Stack>
      )}
      {customer.emails.length > 0 && <Text size="sm">{customer.emails.join(', ')}</Text>}
      <VisitorFacts chatId={props.chatId} />
      <Divider />
      <OpenOrders {...props} />
      <Divider />
      <section aria-label={texts.lastNote}>
        <Title order={3} mb="xs">
          {texts.lastNote}
        </Title>
        <Text size="sm" c={notes[0] ? undefined : 'dimmed'} mb="xs" style={{ whiteSpace: 'pre-wrap' }}>
          {notes[0]?.text ?? texts.noNotes}
        </Text>
        <ManagersOnly>
          <NoteForm customerId={customer.id} />
        </ManagersOnly>
      </section>
    </Stack>
  )
}
