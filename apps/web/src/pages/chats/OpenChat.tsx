import { Box, Button, Drawer, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Order } from '@patchbay/contract/crm/orders'
import { IconUser } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { ChatRouting } from '../../features/chats/assignment/ChatRouting.tsx'
import type { ReplyContext } from '../../features/chats/canned-replies/variables.ts'
import type { CustomerOrder } from '../../features/chats/cards/drafts.ts'
import styles from '../../features/chats/conversations/ChatList.module.css'
import { Conversation } from '../../features/chats/conversations/Conversation.tsx'
import { chatQuery } from '../../features/chats/conversations/queries.ts'
import type { ChatSearch } from '../../features/chats/conversations/search.ts'
import { customerQuery } from '../../features/crm/customers/queries.ts'
import { customerOrdersQuery, openOrdersQuery } from '../../features/crm/orders/queries.ts'
import { useNames, useReferences } from '../../features/crm/references/queries.ts'
import { isPayable } from '../../features/payments/invoices/PaymentLinks.tsx'
import { invoicesQuery } from '../../features/payments/invoices/queries.ts'
import { TraceLink } from '../../features/platform/traces/TraceLink.tsx'
import { colleaguesQuery, useColleagueName } from '../../features/platform/users/queries.ts'
import { useFormat } from '../../lib/format.ts'
import { meQuery } from '../../lib/me.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { useConversationTexts } from '../../texts/conversation.ts'
import { UpLink } from '../../ui/links.tsx'
import { PageSkeleton } from '../../ui/states.tsx'
import { NewTask } from '../crm/NewTask.tsx'
import { CustomerPanel } from './CustomerPanel.tsx'

const useOpenOrders = (customerId: number | undefined): Order[] => {
  const open = useReferences()
    .orderStatuses.filter((status) => status.open)
    .map(({ code }) => code)
  return useQuery(openOrdersQuery(customerId, open)).data ?? []
}

/** The orders that can be sent, with their products. */
const useCustomerOrders = (customerId: number | undefined, isNeeded: boolean): CustomerOrder[] => {
  const names = useNames()
  const format = useFormat()
  const { data = [] } = useQuery(customerOrdersQuery(isNeeded ? customerId : undefined))
  return data.map(({ id, number, createdAt, status, totalSumm, currency, items }) => ({
    ...{
      id,
      number,
      currency,
      date: format.local(createdAt, true),
      status: names.orderStatus(status),
      total: totalSumm,
    },
    items: items.map(({ productName, initialPrice, quantity, externalId = '' }) => ({
      ...{ name: productName, price: initialPrice, quantity, article: externalId.slice(0, 128) },
    })),
  }))
}

/** What canned replies have filled in: of the customer, their latest open order, and the signed-in manager. */
const useReplyContext = (customerId: number | undefined, latest: Order | undefined): ReplyContext => {
  const { me } = useSuspenseQuery(meQuery).data
  const format = useFormat()
  const customer = useQuery({ ...customerQuery(customerId ?? 0), enabled: customerId !== undefined }).data?.customer
  const invoices = useQuery({ ...invoicesQuery(latest?.id ?? 0), enabled: latest !== undefined }).data?.invoices
  const invoice = invoices?.find(isPayable)
  return {
    values: {
      'manager.firstName': me.firstName,
      'manager.lastName': me.lastName,
      ...(customer && { 'customer.firstName': customer.firstName, 'customer.lastName': customer.lastName }),
      ...(latest && { 'order.number': latest.number, 'order.total': format.money(latest.totalSumm, latest.currency) }),
      ...(invoice && { paymentLink: invoice.link }),
    },
    paymentLink: invoice && { invoiceId: invoice.id, orderId: invoice.orderId },
  }
}

/** Beside the conversation where there is room, else behind a button. */
const CustomerDrawer = ({ children }: { children: ReactNode }) => {
  const texts = useConversationTexts()
  const [opened, drawer] = useDisclosure()
  return (
    <>
      <Button
        hiddenFrom="xl"
        size="compact-sm"
        variant="default"
        leftSection={<IconUser size={14} aria-hidden />}
        aria-label={texts.showCustomer}
        onClick={drawer.open}
      >
        {texts.customer}
      </Button>
      <Drawer
        opened={opened}
        onClose={drawer.close}
        position="right"
        size="sm"
        title={<Text fw={600}>{texts.customer}</Text>}
      >
        {children}
      </Drawer>
    </>
  )
}

type OpenChatProps = { chatId: number; search: ChatSearch; onSearch: (search: ChatSearch) => void }

const LoadedChat = ({ chatId, search, onLatest }: Omit<OpenChatProps, 'onSearch'> & { onLatest: () => void }) => {
  const texts = useConversationTexts()
  const { me } = useSuspenseQuery(meQuery).data
  const nameOf = useColleagueName()
  const { colleagues } = useSuspenseQuery(colleaguesQuery).data
  const { paymentStatuses } = useReferences()
  const [page] = useSuspenseInfiniteQuery(chatQuery(chatId, search.message)).data.pages
  const customerId = page?.chat.customerId
  const orders = useOpenOrders(customerId)
  const replyContext = useReplyContext(customerId, orders[0])
  const customerOrders = useCustomerOrders(customerId, page?.can.orders || page?.can.products || false)
  const isPaid = (status: string) => paymentStatuses.some(({ code, complete }) => code === status && complete)
  const panel =
    customerId === undefined ? (
      <Text size="sm" c="dimmed">
        {texts.noCustomer}
      </Text>
    ) : (
      <CustomerPanel {...{ chatId, customerId, orders, isPaid }} canWrite={page?.can.write ?? false} />
    )
  return (
    <>
      <Box className={styles.conversation} flex={1} miw={0} style={{ display: 'flex', flexDirection: 'column' }}>
        <BackToList search={search} />
        <Conversation
          {...{ chatId, nameOf, onLatest, replyContext }}
          around={search.message}
          orders={customerOrders}
          myId={me.id}
          managers={colleagues.map(({ id: user }) => ({ value: String(user), label: nameOf(user) }))}
          beside={(messageId) => me.role === 'admin' && <TraceLink of="message" id={messageId} />}
          note={(managerId) => (
            <Suspense fallback={null}>
              <ChatRouting {...{ chatId, managerId, nameOf }} />
            </Suspense>
          )}
          aside={
            <>
              <NewTask compact about={{ chatId, ...(customerId !== undefined && { customerId }) }} />
              <CustomerDrawer>{panel}</CustomerDrawer>
            </>
          }
        />
      </Box>
      <Box
        component="aside"
        aria-label={texts.customer}
        visibleFrom="xl"
        w={300}
        flex="none"
        style={{ overflowY: 'auto' }}
      >
        {panel}
      </Box>
    </>
  )
}

const BackToList = ({ search: { message: _shown, ...search } }: { search: ChatSearch }) => {
  const { chats } = useTexts()
  return (
    <Box hiddenFrom="sm">
      <UpLink to="/chats" search={search}>
        {chats.back}
      </UpLink>
    </Box>
  )
}

/** A conversation with its customer. */
export const OpenChat = ({ chatId, search, onSearch }: OpenChatProps) => {
  const queryClient = useQueryClient()
  const [visit, setVisit] = useState(0)
  /** From scratch: the latest page, at its end. */
  const showLatest = () => {
    queryClient.removeQueries(chatQuery(chatId))
    setVisit(visit + 1)
    onSearch({ ...search, message: undefined })
  }
  const fallback = (
    <Box flex={1} miw={0}>
      <PageSkeleton />
    </Box>
  )
  return (
    <Suspense fallback={fallback}>
      <LoadedChat key={`${search.message ?? ''} ${visit}`} chatId={chatId} search={search} onLatest={showLatest} />
    </Suspense>
  )
}
