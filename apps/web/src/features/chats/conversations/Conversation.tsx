import { Button, Group, Stack, Text } from '@mantine/core'
import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { useHasRole } from '../../../lib/me.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { moreOf } from '../../../ui/ListPage.tsx'
import { ManagersOnly } from '../../../ui/ManagersOnly.tsx'
import type { ReplyContext } from '../canned-replies/variables.ts'
import type { CustomerOrder } from '../cards/drafts.ts'
import { ReplyWindow } from '../cards/ReplyWindow.tsx'
import { type CardKind, cardKinds, SendCard, SendMenu } from '../cards/SendMenu.tsx'
import { Composer } from './Composer.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import { Messages } from './Messages.tsx'
import { chatQuery, useMarkRead } from './queries.ts'

type ConversationProps = {
  chatId: number
  /** The message to show; without one the latest are shown. */
  around: number | undefined
  onLatest: () => void
  myId: number
  nameOf: (userId: number) => string
  /** To whom it can be assigned. */
  managers: { value: string; label: string }[]
  /** Next to a message's time: a link for administrators. */
  beside: (messageId: number) => ReactNode
  /** At the end of the header: a new task, and the customer. */
  aside: ReactNode
  /** What canned replies have filled in. */
  replyContext: ReplyContext
  /** Of the customer, the latest first: they and their products can be sent. */
  orders: CustomerOrder[]
  /** Below the heading: why it is assigned as it is. */
  note: (managerId: number | undefined) => ReactNode
}

/** Opening a conversation marks it as read. */
const useReading = (chatId: number, unread: number): void => {
  const { mutate } = useMarkRead()
  useEffect(() => {
    if (unread > 0) mutate(chatId)
  }, [chatId, unread, mutate])
}

const readOnly = (message: ChatMessage): ChatMessage => ({
  ...message,
  canReact: false,
  canEdit: false,
  canDelete: false,
})

/** The pages that are loaded as one list, and the ways to those beyond it. */
const useMessages = (chatId: number, around: number | undefined) => {
  const query = useSuspenseInfiniteQuery(chatQuery(chatId, around))
  const { data, hasPreviousPage, isFetchingNextPage, isFetchingPreviousPage, isFetching } = query
  const [latest] = data.pages
  if (!latest) throw new Error('a conversation has at least one page')
  return {
    ...latest,
    messages: data.pages.toReversed().flatMap((page) => page.messages),
    isFresh: !isFetching,
    paging: {
      onEarlier: moreOf(query).onMore,
      onLater: hasPreviousPage ? () => void query.fetchPreviousPage() : undefined,
      loading: isFetchingNextPage || isFetchingPreviousPage,
    },
  }
}

type WritingProps = Omit<ComponentProps<typeof Composer>, 'kinds' | 'onCard'> & {
  deadline: string | undefined
  orders: CustomerOrder[]
}

/** The message field; where the channel accepts no texts, what else it accepts. */
const Writing = ({ deadline, orders, ...composer }: WritingProps) => {
  const { chats: texts } = useTexts()
  const { chatId, can, onSent, replyContext } = composer
  const [card, setCard] = useState<CardKind>()
  const kinds = cardKinds(can)
  const close = () => setCard(undefined)
  return (
    <>
      <ReplyWindow
        deadline={deadline}
        policy={can.afterReplyTimeout}
        onTemplate={can.templates ? () => setCard('template') : undefined}
      />
      {can.write ? (
        <Composer {...composer} kinds={kinds} onCard={setCard} />
      ) : (
        <Group gap="xs">
          <SendMenu kinds={kinds} onChoose={setCard} onQuickReply={undefined} />
          <Text size="sm" c="dimmed">
            {kinds.length > 0 ? texts.cannotWriteTexts : texts.cannotWrite}
          </Text>
        </Group>
      )}
      <SendCard
        {...{ chatId, orders }}
        kind={card}
        known={replyContext.values}
        onClose={close}
        onSent={() => {
          close()
          onSent()
        }}
      />
    </>
  )
}

export const Conversation = ({ chatId, around, onLatest, myId, nameOf, beside, ...props }: ConversationProps) => {
  const { chats: texts } = useTexts()
  const { chat, can, later, messages, isFresh, paging } = useMessages(chatId, around)
  const [quoting, setQuoting] = useState<ChatMessage>()
  const isManager = useHasRole('manager')
  useReading(chatId, isManager && later === undefined ? chat.unread : 0)
  const sent = () => {
    setQuoting(undefined)
    // What one writes would be out of sight.
    if (later !== undefined) onLatest()
  }
  return (
    <Stack gap="sm" h="100%" style={{ minHeight: 0 }}>
      <ConversationHeader chat={chat} managers={props.managers} nameOf={nameOf} aside={props.aside} />
      {props.note(chat.managerId)}
      <Messages
        {...{ chatId, myId, nameOf, beside, isFresh, paging }}
        name={chat.name}
        marked={around}
        can={isManager ? can : { ...can, write: false }}
        messages={isManager ? messages : messages.map(readOnly)}
        onQuote={setQuoting}
      />
      {!chat.channel.active && (
        <Text size="sm" c="var(--app-warn)">
          {texts.inactive}
        </Text>
      )}
      {later !== undefined && (
        <Button variant="default" onClick={onLatest}>
          {texts.latest}
        </Button>
      )}
      <ManagersOnly>
        <Writing
          {...{ chatId, can, quoting }}
          deadline={chat.replyDeadline}
          onStopQuoting={() => setQuoting(undefined)}
          onSent={sent}
          replyContext={props.replyContext}
          orders={props.orders}
        />
      </ManagersOnly>
    </Stack>
  )
}
