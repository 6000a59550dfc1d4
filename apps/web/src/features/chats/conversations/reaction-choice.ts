import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'

type Reactions = ChatMessage['reactions']

/** D-65: ❤ and ❤️ are one emoji. */
const isSame = (one: string, other: string | undefined): boolean =>
  one.replaceAll('\uFE0F', '') === other?.replaceAll('\uFE0F', '')

/** D-67: what the users' side holds; the limit of a channel counts these. */
export const usersReactions = (reactions: Reactions): Reactions => reactions.filter(({ userIds }) => userIds.length > 0)

export type ReactionChoice =
  | { kind: 'remove' }
  | { kind: 'add'; replaces: string | undefined }
  | { kind: 'choose which to replace' }

/** D-67: what a press on an emoji does. A channel for one replaces it; one for more asks which when they are used up. */
export const choiceFor = (
  reactions: Reactions,
  emoji: string,
  { myId, maxReactions }: { myId: number; maxReactions: number },
): ReactionChoice => {
  const ours = usersReactions(reactions)
  const joined = ours.find(({ reaction }) => isSame(reaction, emoji))
  if (joined?.userIds.includes(myId)) return { kind: 'remove' }
  if (joined || ours.length < maxReactions) return { kind: 'add', replaces: undefined }
  return maxReactions > 1 ? { kind: 'choose which to replace' } : { kind: 'add', replaces: ours[0]?.reaction }
}

type Change = { reaction: string; remove?: boolean; replaces?: string | undefined }

/** The reactions of a message after a user's change, before the server has answered. */
export const reactionsAfter = (
  { reactions }: Pick<ChatMessage, 'reactions'>,
  { reaction, remove, replaces }: Change,
  userId: number,
): Reactions => {
  const rest = reactions
    .map((one) => {
      if (isSame(one.reaction, replaces)) return { ...one, userIds: [] }
      return isSame(one.reaction, reaction) ? { ...one, userIds: one.userIds.filter((id) => id !== userId) } : one
    })
    .filter((one) => one.byClient || one.userIds.length > 0 || (!remove && isSame(one.reaction, reaction)))
  if (remove) return rest
  return rest.some((one) => isSame(one.reaction, reaction))
    ? rest.map((one) => (isSame(one.reaction, reaction) ? { ...one, userIds: [...one.userIds, userId] } : one))
    : [...rest, { reaction, byClient: false, userIds: [userId], at: new Date().toISOString() }]
}
