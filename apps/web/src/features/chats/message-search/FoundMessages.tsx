import { Box, Group, Highlight, Stack, Text } from '@mantine/core'
import type { FoundMessage } from '@patchbay/contract/chats/workspace/message-search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format.ts'
import { ROW, useListKeys } from '../../../lib/list-keys.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import styles from '../conversations/ChatList.module.css'
import type { ChatSearch } from '../conversations/search.ts'
import { messageSearchQuery } from './queries.ts'

const MOST = 50

const Found = ({ message, search }: { message: FoundMessage; search: ChatSearch }) => {
  const format = useFormat()
  return (
    <Link
      to="/chats/$id"
      params={{ id: String(message.chatId) }}
      search={{ ...search, message: message.id }}
      className={styles.item}
      {...ROW}
    >
      <Box flex={1} miw={0}>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text size="sm" fw={500} truncate>
            {message.name}
          </Text>
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {format.ago(message.at)}
          </Text>
        </Group>
        <Highlight size="sm" c="dimmed" lineClamp={2} highlight={(search.find ?? '').split(/\s+/)}>
          {message.text}
        </Highlight>
      </Box>
    </Link>
  )
}

/** In place of the list of conversations: the messages with these words, newest first. */
export const FoundMessages = ({ search }: { search: ChatSearch }) => {
  const { chats: texts } = useTexts()
  const query = useQuery({ ...messageSearchQuery(search.find ?? '', MOST), placeholderData: keepPreviousData })
  useListKeys()
  if (query.isLoading) return <PageSkeleton />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const { messages = [], more = false } = query.data ?? {}
  return (
    <>
      <Text size="xs" c="dimmed" mb="xs" role="status">
        {messages.length === 0 ? texts.foundNothing : more ? texts.foundMore : texts.found(messages.length)}
      </Text>
      <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={texts.foundTitle}>
        {messages.map((message) => (
          <li key={message.id}>
            <Found message={message} search={search} />
          </li>
        ))}
      </Stack>
    </>
  )
}
