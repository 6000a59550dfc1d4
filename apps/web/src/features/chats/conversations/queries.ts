import type { InputOf, ReplyOf } from '@patchbay/contract/base/endpoint'
import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  getChat,
  getWorkspaceFile,
  listChats,
  readChat,
  setReaction,
  unsetReaction,
  writeMessage,
} from '../../../lib/endpoints.generated.ts'
import type { ChatSearch } from './search.ts'

type Conversation = ReplyOf<typeof getChat>
export type Abilities = Conversation['can']

export const chatsQuery = ({ mine, unread }: ChatSearch) =>
  queryOptions({
    queryKey: ['chats', { mine, unread }],
    queryFn: () => call(listChats, { query: { ...(mine && { mine }), ...(unread && { unread }) } }),
  })

export const chatQuery = (id: number) =>
  queryOptions({ queryKey: ['chat', id], queryFn: () => call(getChat, { params: { id }, query: {} }) })

const HOUR = 3_600_000

/** The address is good for a day; it is asked for anew long before. */
export const fileQuery = (id: string) =>
  queryOptions({
    queryKey: ['files', id],
    queryFn: () => call(getWorkspaceFile, { params: { id } }),
    staleTime: HOUR,
  })

export const readEarlier = (id: number, before: number): Promise<Conversation> =>
  call(getChat, { params: { id }, query: { before } })

export const useMarkRead = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(readChat, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['chats'] }),
  })
}

export const useSendMessage = (id: number) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<InputOf<typeof writeMessage>['body']>) =>
      call(writeMessage, { params: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['chat', id] }),
  })
}

type ReactionChange = { messageId: number; reaction: string; remove?: boolean; replaces?: string | undefined }
type Reactions = ChatMessage['reactions']

const without = (reactions: Reactions, reaction: string | undefined, userId: number): Reactions =>
  reactions
    .map((one) => (one.reaction === reaction ? { ...one, userIds: one.userIds.filter((id) => id !== userId) } : one))
    .filter(({ byClient, userIds }) => byClient || userIds.length > 0)

const withMine = (reactions: Reactions, reaction: string, userId: number): Reactions =>
  reactions.some((one) => one.reaction === reaction)
    ? reactions.map((one) => (one.reaction === reaction ? { ...one, userIds: [...one.userIds, userId] } : one))
    : [...reactions, { reaction, byClient: false, userIds: [userId], at: new Date().toISOString() }]

/** Shown at once, and taken back with a reason when the server refuses. */
export const useReact = (chatId: number, userId: number, onFailure: (error: Error) => void) => {
  const queryClient = useQueryClient()
  const { queryKey } = chatQuery(chatId)
  return useMutation({
    mutationFn: ({ messageId, reaction, remove, replaces }: ReactionChange) =>
      remove
        ? call(unsetReaction, { params: { id: messageId }, query: { reaction } })
        : call(setReaction, { params: { id: messageId }, body: { reaction, ...(replaces && { replaces }) } }),
    onMutate: async ({ messageId, reaction, remove, replaces }) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      const change = (reactions: Reactions): Reactions =>
        remove ? without(reactions, reaction, userId) : withMine(without(reactions, replaces, userId), reaction, userId)
      queryClient.setQueryData(
        queryKey,
        (old) =>
          old && {
            ...old,
            messages: old.messages.map((one) =>
              one.id === messageId ? { ...one, reactions: change(one.reactions) } : one,
            ),
          },
      )
      return before
    },
    onError: (error, _reacting, before) => {
      queryClient.setQueryData(queryKey, before)
      onFailure(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}
