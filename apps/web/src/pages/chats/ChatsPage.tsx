import { Box, Group, ScrollArea, SegmentedControl, Switch, Title } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import styles from '../../features/chats/conversations/ChatList.module.css'
import { ChatList } from '../../features/chats/conversations/ChatList.tsx'
import { Conversation } from '../../features/chats/conversations/Conversation.tsx'
import { chatsQuery } from '../../features/chats/conversations/queries.ts'
import type { ChatSearch } from '../../features/chats/conversations/search.ts'
import { FoundMessages } from '../../features/chats/message-search/FoundMessages.tsx'
import { TraceLink } from '../../features/platform/traces/TraceLink.tsx'
import { colleaguesQuery, useColleagueName } from '../../features/platform/users/queries.ts'
import { meQuery } from '../../lib/me.ts'
import { usePageTitle } from '../../lib/unread-count.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { moreOf } from '../../ui/ListPage.tsx'
import { UpLink } from '../../ui/links.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../../ui/states.tsx'

type ListProps = { search: ChatSearch; onSearch: (search: ChatSearch) => void }

const ConversationList = ({ search, onSearch }: ListProps) => {
  const texts = useTexts()
  const query = useInfiniteQuery({ ...chatsQuery(search), placeholderData: keepPreviousData })
  const chats = query.data?.pages.flatMap((page) => page.chats) ?? []
  const filtered = search.mine || search.unread
  return (
    <>
      <Group mb="sm" gap="sm">
        <SegmentedControl
          size="xs"
          aria-label={texts.chats.title}
          value={search.mine ? 'mine' : 'all'}
          onChange={(value) => onSearch({ ...search, mine: value === 'mine' || undefined })}
          data={[
            { value: 'all', label: texts.chats.all },
            { value: 'mine', label: texts.chats.mine },
          ]}
        />
        <Switch
          size="xs"
          label={texts.chats.onlyUnread}
          checked={search.unread ?? false}
          onChange={(event) => onSearch({ ...search, unread: event.currentTarget.checked || undefined })}
        />
      </Group>
      {query.isPending && <PageSkeleton />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && chats.length === 0 && (
        <EmptyState
          icon={IconMessages}
          title={filtered ? texts.states.nothingFits : texts.chats.emptyTitle}
          what={filtered ? texts.states.nothingFitsWhat : texts.chats.emptyWhat}
        />
      )}
      {query.isSuccess && (
        <ScrollArea flex={1} type="auto">
          <ChatList chats={chats} search={search} {...moreOf(query)} />
        </ScrollArea>
      )}
    </>
  )
}

/** The conversations, or the messages that were searched for. */
const Conversations = ({ search, onSearch }: ListProps) => {
  const texts = useTexts()
  return (
    <>
      <Title order={1} mb="sm">
        {texts.chats.title}
      </Title>
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
  const { me } = useSuspenseQuery(meQuery).data
  const nameOf = useColleagueName()
  const { colleagues } = useSuspenseQuery(colleaguesQuery).data
  usePageTitle(texts.chats.title)
  const go = (next: ChatSearch) => void navigate({ to: id ? '/chats/$id' : '/chats', params: { id }, search: next })
  return (
    <Group
      align="stretch"
      gap="lg"
      wrap="nowrap"
      h={{ base: 'calc(100dvh - 52px - 32px)', sm: 'calc(100dvh - 52px - 64px)' }}
      maw={1280}
      mx="auto"
    >
      <Box w={{ base: '100%', sm: 320 }} style={column} visibleFrom={id ? 'sm' : undefined}>
        <Conversations search={search} onSearch={go} />
      </Box>
      <Box className={styles.conversation} flex={1} miw={0} style={column} visibleFrom={id ? undefined : 'sm'}>
        {id ? (
          <>
            <Box hiddenFrom="sm">
              <UpLink to="/chats" search={search}>
                {texts.chats.back}
              </UpLink>
            </Box>
            <Suspense fallback={<PageSkeleton />}>
              <Conversation
                key={`${id} ${search.message ?? ''}`}
                around={search.message}
                onLatest={() => go({ ...search, message: undefined })}
                chatId={Number(id)}
                myId={me.id}
                nameOf={nameOf}
                managers={colleagues.map(({ id: user }) => ({ value: String(user), label: nameOf(user) }))}
                beside={(messageId) => me.role === 'admin' && <TraceLink of="message" id={messageId} />}
              />
            </Suspense>
          </>
        ) : (
          <EmptyState icon={IconMessages} title={texts.chats.choose} what={texts.chats.chooseWhat} />
        )}
      </Box>
    </Group>
  )
}
