import { Box, Group, Text, VisuallyHidden } from '@mantine/core'
import type { ChatSummary } from '@patchbay/contract/chats/workspace/conversations'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format.ts'
import { ROW } from '../../../lib/list-keys.ts'
import { messageExcerpt } from '../../../lib/message-excerpt.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useConversationTexts } from '../../../texts/conversation.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import styles from './ChatList.module.css'
import type { ChatSearch } from './search.ts'

const Preview = ({ chat: { lastMessage, lastReaction } }: { chat: ChatSummary }) => {
  const { chats: texts } = useTexts()
  const newer = lastReaction && (!lastMessage || lastReaction.at > lastMessage.at)
  const text = newer
    ? texts.reacted(lastReaction.reaction)
    : lastMessage && messageExcerpt(texts.kinds, lastMessage.type, lastMessage.text)
  return (
    <Text size="sm" c="dimmed" truncate>
      {text}
    </Text>
  )
}

/** A conversation in the list: when it was active, or until when it is snoozed. */
export const ChatItem = ({ chat, search }: { chat: ChatSummary; search: ChatSearch }) => {
  const { chats: texts } = useTexts()
  const { until } = useConversationTexts()
  const format = useFormat()
  return (
    <Link to="/chats/$id" params={{ id: String(chat.id) }} search={search} className={styles.item} {...ROW}>
      <Avatar name={chat.name} src={chat.avatarUrl} size={36} />
      <Box flex={1} miw={0}>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text size="sm" fw={chat.unread > 0 ? 600 : 500} truncate>
            {chat.name}
          </Text>
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {chat.snoozedUntil ? until(format.moment(chat.snoozedUntil)) : format.ago(chat.activeAt)}
          </Text>
        </Group>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Preview chat={chat} />
          {chat.unread > 0 && (
            <span className={styles.unread}>
              <span aria-hidden>{chat.unread}</span>
              <VisuallyHidden>{texts.unread(chat.unread)}</VisuallyHidden>
            </span>
          )}
        </Group>
      </Box>
    </Link>
  )
}
