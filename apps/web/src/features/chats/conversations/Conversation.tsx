import { Box, Button, Center, Stack, Text } from '@mantine/core'
import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useHasRole } from '../../../lib/me.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { moreOf } from '../../../ui/ListPage.tsx'
import { ManagersOnly } from '../../../ui/ManagersOnly.tsx'
import { useScrollToEnd } from './at-end.ts'
import styles from './ChatList.module.css'
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

export const Conversation = ({ chatId, around, onLatest, myId, nameOf, managers, beside }: ConversationProps) => {
  const { chats: texts } = useTexts()
  const query = useSuspenseInfiniteQuery(chatQuery(chatId, around))
  const { pages } = query.data
  const [latest] = pages
  if (!latest) throw new Error('a conversation has at least one page')
  const { chat, can, later } = latest
  const messages = pages.toReversed().flatMap((page) => page.messages)
  const [quoting, setQuoting] = useState<ChatMessage>()
  const { box, content, leave } = useScrollToEnd(messages.at(-1)?.id)
  const isManager = useHasRole('manager')
  const { onMore, loadingMore } = moreOf(query)
  useReading(chatId, isManager && !later ? chat.unread : 0)
  useEffect(() => {
    if (around === undefined) return
    leave()
    content.current?.querySelector(`[data-message="${around}"]`)?.scrollIntoView({ block: 'center' })
  }, [around, content, leave])
  const showEarlier = () => {
    leave()
    onMore?.()
  }
  return (
    <Stack gap="sm" h="100%" style={{ minHeight: 0 }}>
      <ConversationHeader chat={chat} managers={managers} />
      <Box ref={box} className={styles.log} tabIndex={0} role="log" aria-label={chat.name}>
        <div ref={content} className={styles.said}>
          {onMore && (
            <Center mb="sm">
              <Button size="compact-sm" variant="default" loading={loadingMore} onClick={showEarlier}>
                {texts.earlier}
              </Button>
            </Center>
          )}
          <Messages
            {...{ chatId, myId, nameOf, beside }}
            marked={around}
            can={isManager ? can : { ...can, write: false }}
            messages={isManager ? messages : messages.map(readOnly)}
            onQuote={setQuoting}
          />
        </div>
      </Box>
      {!chat.channel.active && (
        <Text size="sm" c="var(--app-warn)">
          {texts.inactive}
        </Text>
      )}
      {later && (
        <Button variant="default" onClick={onLatest}>
          {texts.latest}
        </Button>
      )}
      <ManagersOnly>
        {later ? null : can.write ? (
          <Composer chatId={chatId} can={can} quoting={quoting} onQuoted={() => setQuoting(undefined)} />
        ) : (
          <Text size="sm" c="dimmed">
            {texts.cannotWrite}
          </Text>
        )}
      </ManagersOnly>
    </Stack>
  )
}
