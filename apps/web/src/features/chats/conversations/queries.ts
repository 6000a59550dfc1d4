import type { ChatState } from '@patchbay/contract/base/constants'
import type { InputOf, ReplyOf } from '@patchbay/contract/base/endpoint'
import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  assignChat,
  endChatWait,
  getChat,
  getWorkspaceFile,
  listChats,
  listWaitingChats,
  readChat,
  rewriteMessage,
  setChatState,
  setReaction,
  unsetReaction,
  withdrawMessage,
  writeMessage,
} from '../../../lib/endpoints.generated.ts'
import { reactionsAfter } from './reaction-choice.ts'
import type { ChatSearch } from './search.ts'

type Conversation = ReplyOf<typeof getChat>
export type Abilities = Conversation['can']

/** A list is read in both directions; only so many pages are kept, since a live event refetches all of them. */
type PageAt = { before?: string; after?: string; around?: number }
const MOST_PAGES = 6
const before = (cursor: string | undefined): PageAt | undefined =>
  cursor === undefined ? undefined : { before: cursor }
const after = (cursor: string | undefined): PageAt | undefined => (cursor === undefined ? undefined : { after: cursor })

type Pages = InfiniteData<Conversation, PageAt>

/** The filter as a query of the API: for the list, and for its export. */
/** What a figure of the report counts; nothing without one. */
const countedQuery = ({ counted, from, to, user, channel, weekday, hour, tookOver, tookTo }: ChatSearch) =>
  counted === undefined
    ? {}
    : {
        counted,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
        ...(user !== undefined && { userId: user }),
        ...(channel !== undefined && { channelId: channel }),
        ...(weekday !== undefined && { weekday }),
        ...(hour !== undefined && { hour }),
        ...(tookOver !== undefined && { tookOver }),
        ...(tookTo !== undefined && { tookTo }),
      }

export const chatListQuery = ({ state, mine, unassigned, unread, ...search }: ChatSearch) => ({
  state: state ?? ('open' as ChatState),
  ...(mine && { mine }),
  ...(unassigned && { unassigned }),
  ...(unread && { unread }),
  ...countedQuery(search),
})

export const chatsQuery = (search: ChatSearch) => {
  const filter = chatListQuery(search)
  return infiniteQueryOptions({
    queryKey: ['chats', filter],
    queryFn: ({ pageParam }) => call(listChats, { query: { ...filter, ...pageParam } }),
    initialPageParam: {} as PageAt,
    getNextPageParam: ({ next }) => before(next),
    getPreviousPageParam: ({ previous }) => after(previous),
    maxPages: MOST_PAGES,
  })
}

export const waitingChatsQuery = queryOptions({
  queryKey: ['chats', 'waiting'],
  queryFn: () => call(listWaitingChats, {}),
  staleTime: 0,
})

export const useEndWait = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(endChatWait, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries(waitingChatsQuery),
  })
}

/** The latest page first, and in each page the oldest message first. `around` a message, it begins with the page that has it. */
export const chatQuery = (id: number, around?: number) =>
  infiniteQueryOptions({
    queryKey: around === undefined ? ['chat', id] : ['chat', id, { around }],
    queryFn: ({ pageParam }) => call(getChat, { params: { id }, query: pageParam }),
    initialPageParam: (around === undefined ? {} : { around }) as PageAt,
    getNextPageParam: ({ earlier }) => before(earlier),
    getPreviousPageParam: ({ later }) => after(later),
    maxPages: MOST_PAGES,
  })

const HOUR = 3_600_000

/** The URL is valid for a day; refetch it long before it expires. */
export const fileQuery = (id: string) =>
  queryOptions({
    queryKey: ['files', id],
    queryFn: () => call(getWorkspaceFile, { params: { id } }),
    staleTime: HOUR,
  })

export const useMarkRead = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(readChat, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['chats'] }),
  })
}

const useChatChange = <Input, Reply>(chatId: number, change: (input: Input) => Promise<Reply>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['chat', chatId] }),
  })
}

export const useSendMessage = (id: number) =>
  useChatChange(id, (body: NonNullable<InputOf<typeof writeMessage>['body']>) =>
    call(writeMessage, { params: { id }, body }),
  )

export const useEditMessage = (chatId: number) =>
  useChatChange(chatId, ({ id, text }: { id: number; text: string }) =>
    call(rewriteMessage, { params: { id }, body: { text } }),
  )

export const useDeleteMessage = (chatId: number) =>
  useChatChange(chatId, (id: number) => call(withdrawMessage, { params: { id } }))

export const useAssign = (id: number) =>
  useChatChange(id, (userId: number | undefined) =>
    call(assignChat, { params: { id }, body: { ...(userId !== undefined && { userId }) } }),
  )

export const useChatState = (id: number) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof setChatState>['body']) => call(setChatState, { params: { id }, body }),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: ['chats'] })
      await queryClient.invalidateQueries({ queryKey: ['chat', id] })
    },
  })
}

export type ReactionChange = { messageId: number; reaction: string; remove?: boolean; replaces?: string | undefined }

/** Optimistic update; rolled back with an error message when the server rejects it. */
export const useReact = (chatId: number, userId: number, onFailure: (error: Error, change: ReactionChange) => void) => {
  const queryClient = useQueryClient()
  const { queryKey } = chatQuery(chatId)
  return useMutation({
    mutationFn: ({ messageId, reaction, remove, replaces }: ReactionChange) =>
      remove
        ? call(unsetReaction, { params: { id: messageId }, query: { reaction } })
        : call(setReaction, { params: { id: messageId }, body: { reaction, ...(replaces && { replaces }) } }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueriesData<Pages>({ queryKey })
      const changeMessage = (message: ChatMessage): ChatMessage =>
        message.id === change.messageId ? { ...message, reactions: reactionsAfter(message, change, userId) } : message
      queryClient.setQueriesData<Pages>(
        { queryKey },
        (old) =>
          old && {
            ...old,
            pages: old.pages.map((page) => ({ ...page, messages: page.messages.map(changeMessage) })),
          },
      )
      return before
    },
    onError: (error, change, before) => {
      for (const [key, pages] of before ?? []) queryClient.setQueryData(key, pages)
      onFailure(error, change)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}
