import { Box, Button, Center, Group, Stack, Text, Title } from '@mantine/core'
import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { notifyError } from '../../../ui/notifications.ts'
import { useScrollToEnd } from './at-end.ts'
import styles from './ChatList.module.css'
import { Composer } from './Composer.tsx'
import { Message } from './Message.tsx'
import { chatQuery, readEarlier, useMarkRead, useReact } from './queries.ts'
import { AddReaction, pickOf, Reactions } from './Reactions.tsx'

type ConversationProps = {
  chatId: number
  myId: number
  nameOf: (userId: number) => string
  /** What stands beside a message's time, for those whom it concerns. */
  beside: (messageId: number) => ReactNode
}

/** Earlier messages are read on demand, and live here: they do not change any more. */
const useMessages = (chatId: number) => {
  const conversation = useSuspenseQuery(chatQuery(chatId)).data
  const [earlier, setEarlier] = useState<{ messages: ChatMessage[]; hasEarlier: boolean }>()
  const messages = [...(earlier?.messages ?? []), ...conversation.messages].toSorted((one, other) => one.id - other.id)
  const more = useMutation({
    mutationFn: () => readEarlier(chatId, messages[0]?.id ?? 0),
    onSuccess: (page) =>
      setEarlier({ messages: [...page.messages, ...(earlier?.messages ?? [])], hasEarlier: page.hasEarlier }),
  })
  return { ...conversation, messages, hasEarlier: (earlier ?? conversation).hasEarlier, more }
}

/** Seen means read: the counter goes when the conversation is open. */
const useReading = (chatId: number, unread: number): void => {
  const { mutate } = useMarkRead()
  useEffect(() => {
    if (unread > 0) mutate(chatId)
  }, [chatId, unread, mutate])
}

export const Conversation = ({ chatId, myId, nameOf, beside }: ConversationProps) => {
  const texts = useTexts()
  const { chat, can, messages, hasEarlier, more } = useMessages(chatId)
  const [quoting, setQuoting] = useState<ChatMessage>()
  const react = useReact(chatId, myId, (error) => notifyError(texts.chats.refused(errorText(texts, error))))
  const { box, content, leave } = useScrollToEnd(messages.at(-1)?.id)
  useReading(chatId, chat.unread)
  const showEarlier = () => {
    leave()
    more.mutate()
  }
  const authorOf = ({ originator, userId }: ChatMessage): string => {
    if (originator === 'customer') return ''
    if (originator === 'channel') return texts.chats.channel
    return userId === myId ? texts.chats.you : userId === undefined ? texts.chats.colleague : nameOf(userId)
  }
  return (
    <Stack gap="sm" h="100%" style={{ minHeight: 0 }}>
      <Group justify="space-between">
        <div>
          <Title order={2}>{chat.name}</Title>
          <Text size="xs" c="dimmed">
            {chat.channel.name}
          </Text>
        </div>
        {chat.customerId !== undefined && (
          <AnchorLink to="/customers/$id" params={{ id: String(chat.customerId) }} size="sm">
            {texts.chats.openCustomer}
          </AnchorLink>
        )}
      </Group>
      <Box ref={box} className={styles.log} tabIndex={0} role="log" aria-label={chat.name}>
        <div ref={content} className={styles.said}>
          {hasEarlier && (
            <Center mb="sm">
              <Button size="compact-sm" variant="default" loading={more.isPending} onClick={showEarlier}>
                {texts.chats.earlier}
              </Button>
            </Center>
          )}
          <Stack gap="md" component="ul" p={2} m={0} style={{ listStyle: 'none' }}>
            {messages.map((message) => {
              const pick = pickOf(
                message,
                { myId, maxReactions: can.maxReactions },
                (reaction, replaces) => react.mutate({ messageId: message.id, reaction, replaces }),
                (reaction) => react.mutate({ messageId: message.id, reaction, remove: true }),
              )
              return (
                <Message
                  key={message.id}
                  message={message}
                  quoted={messages.find(({ id }) => id === message.quoteId)}
                  author={authorOf(message)}
                  beside={beside(message.id)}
                  onQuote={can.write && can.quote ? () => setQuoting(message) : undefined}
                  addReaction={message.canReact && <AddReaction dictionary={can.dictionary} onPick={pick} />}
                  reactions={<Reactions message={message} myId={myId} nameOf={nameOf} onPick={pick} />}
                />
              )
            })}
          </Stack>
        </div>
      </Box>
      {!chat.channel.active && (
        <Text size="sm" c="var(--app-warn)">
          {texts.chats.inactive}
        </Text>
      )}
      {can.write ? (
        <Composer chatId={chatId} can={can} quoting={quoting} onQuoted={() => setQuoting(undefined)} />
      ) : (
        <Text size="sm" c="dimmed">
          {texts.chats.cannotWrite}
        </Text>
      )}
    </Stack>
  )
}
