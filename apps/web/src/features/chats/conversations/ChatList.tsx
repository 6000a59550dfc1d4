import { Box, Button, Center, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { ChatSummary } from '@patchbay/contract/chats/workspace/conversations'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format.ts'
import { ROW, useListKeys } from '../../../lib/list-keys.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import styles from './ChatList.module.css'
import type { ChatSearch } from './search.ts'

const Preview = ({ chat: { lastMessage, lastReaction } }: { chat: ChatSummary }) => {
  const { chats: texts } = useTexts()
  const newer = lastReaction && (!lastMessage || lastReaction.at > lastMessage.at)
  const text = newer
    ? texts.reacted(lastReaction.reaction)
    : lastMessage && (lastMessage.text || texts.kinds[lastMessage.type])
  return (
    <Text size="sm" c="dimmed" truncate>
      {text}
    </Text>
  )
}

const Item = ({ chat, search }: { chat: ChatSummary; search: ChatSearch }) => {
  const { chats: texts } = useTexts()
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
            {format.ago(chat.activeAt)}
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

type ChatListProps = {
  chats: ChatSummary[]
  search: ChatSearch
  onMore: (() => void) | undefined
  loadingMore: boolean
}

export const ChatList = ({ chats, search, onMore, loadingMore }: ChatListProps) => {
  const { chats: texts, common } = useTexts()
  useListKeys()
  return (
    <>
      <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={texts.title}>
        {chats.map((chat) => (
          <li key={chat.id}>
            <Item chat={chat} search={search} />
          </li>
        ))}
      </Stack>
      {onMore && (
        <Center my="sm">
          <Button size="compact-sm" variant="default" loading={loadingMore} onClick={onMore}>
            {common.loadMore}
          </Button>
        </Center>
      )}
    </>
  )
}
