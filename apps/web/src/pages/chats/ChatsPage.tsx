import { Box, CloseButton, Group, ScrollArea, Text, Title } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import styles from '../../features/chats/conversations/ChatList.module.css'
import { ChatList } from '../../features/chats/conversations/ChatList.tsx'
import { chatListQuery, chatsQuery } from '../../features/chats/conversations/queries.ts'
import type { ChatSearch } from '../../features/chats/conversations/search.ts'
import { FoundMessages } from '../../features/chats/message-search/FoundMessages.tsx'
import { ExportButton } from '../../features/platform/exports/ExportButton.tsx'
import { useFormat } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/unread-count.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { useConversationTexts } from '../../texts/conversation.ts'
import { moreOf } from '../../ui/ListPage.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../../ui/states.tsx'
import { ChatFilters, type ListProps } from './ChatFilters.tsx'
import { OpenChat } from './OpenChat.tsx'

/** What an empty list says: nothing in this state, nothing that fits, or no conversation at all. */
const useEmptyTexts = ({ state, mine, unassigned, unread, counted }: ChatSearch): { title: string; what: string } => {
  const { states } = useTexts()
  const words = useConversationTexts()
  if (mine || unassigned || unread || counted) return { title: states.nothingFits, what: states.nothingFitsWhat }
  if (state === 'snoozed') return { title: words.emptySnoozed, what: words.emptySnoozedWhat }
  if (state === 'closed') return { title: words.emptyClosed, what: words.emptyClosedWhat }
  return { title: words.emptyOpen, what: words.emptyOpenWhat }
}

const ConversationList = ({ search, onSearch }: ListProps) => {
  const query = useInfiniteQuery({ ...chatsQuery(search), placeholderData: keepPreviousData })
  const chats = useMemo(() => query.data?.pages.flatMap((page) => page.chats) ?? [], [query.data])
  const empty = useEmptyTexts(search)
  const { common } = useTexts()
  const words = useConversationTexts()
  const format = useFormat()
  const keptFrom = query.data?.pages[0]?.keptFrom
  const { onMore, loadingMore } = moreOf(query)
  return (
    <>
      {search.counted ? (
        <Group justify="space-between" wrap="nowrap" mb="sm">
          <Text size="sm" c="dimmed">
            {keptFrom === undefined ? words.fromReport : words.noLongerKept(format.date(keptFrom))}
          </Text>
          <CloseButton size="sm" aria-label={common.clearFilters} onClick={() => onSearch({})} />
        </Group>
      ) : (
        <ChatFilters search={search} onSearch={onSearch} />
      )}
      {query.isPending && <PageSkeleton />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && chats.length === 0 && <EmptyState icon={IconMessages} {...empty} />}
      {query.isSuccess && chats.length > 0 && (
        <ChatList
          // Another list begins at its top.
          key={JSON.stringify(chatsQuery(search).queryKey)}
          chats={chats}
          search={search}
          onMore={onMore}
          onPrevious={query.hasPreviousPage ? () => void query.fetchPreviousPage() : undefined}
          loadingMore={loadingMore || query.isFetchingPreviousPage}
        />
      )}
    </>
  )
}

/** The conversations, or the messages that were searched for. */
const Conversations = ({ search, onSearch }: ListProps) => {
  const texts = useTexts()
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1}>{texts.chats.title}</Title>
        <ExportButton compact list="chats" query={chatListQuery(search)} />
      </Group>
      <Box mb="sm">
        <SearchField
          label={texts.chats.search}
          value={search.find}
          onChange={(find) => onSearch({ ...search, find })}
        />
      </Box>
      {search.find === undefined ? (
        <ConversationList search={search} onSearch={onSearch} />
      ) : (
        <ScrollArea flex={1} type="auto">
          <FoundMessages search={search} />
        </ScrollArea>
      )}
    </>
  )
}

const column = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const

/** The list beside the conversation; on a phone one of the two. */
export const ChatsPage = () => {
  const texts = useTexts()
  const search = useSearch({ strict: false }) as ChatSearch
  const { id } = useParams({ strict: false }) as { id?: string }
  const navigate = useNavigate()
  usePageTitle(texts.chats.title)
  const go = (next: ChatSearch) => void navigate({ to: id ? '/chats/$id' : '/chats', params: { id }, search: next })
  return (
    <Group
      align="stretch"
      gap="lg"
      wrap="nowrap"
      h={{ base: 'calc(100dvh - 52px - 32px)', sm: 'calc(100dvh - 52px - 64px)' }}
      maw={1600}
      mx="auto"
    >
      <Box w={{ base: '100%', sm: 320 }} flex="none" style={column} visibleFrom={id ? 'sm' : undefined}>
        <Conversations search={search} onSearch={go} />
      </Box>
      {id ? (
        <OpenChat key={id} chatId={Number(id)} search={search} onSearch={go} />
      ) : (
        <Box className={styles.conversation} flex={1} miw={0} style={column} visibleFrom="sm">
          <EmptyState icon={IconMessages} title={texts.chats.choose} what={texts.chats.chooseWhat} />
        </Box>
      )}
    </Group>
  )
}
