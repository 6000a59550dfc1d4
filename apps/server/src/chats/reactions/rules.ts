import { emojiKey, isEmoji } from '@patchbay/contract/base/emoji'
import type { ErrorCode } from '@patchbay/contract/base/errors'
import type { ChannelSettings } from '@patchbay/contract/chats/channels'
import { addressFields, type ChatAddress, type WebhookEvent } from '../webhook-delivery/rules.ts'

// Who may react with what, and how that changes the reactions of a message. To a transport all users together are one
// actor: a webhook is sent when the set of their emoji changes.

export type Reaction = {
  messageId: number
  userId: number | null
  emoji: string
  key: string
  /** The order: its own id, or that of the first of the users who hold this emoji. */
  firstUse: number
  at: Date
}

/** C-10 (no old), C-11 (both), C-12 (no new); C-14: all emoji that users hold now. */
export type ReactionChange = { newReaction?: string; oldReaction?: string; all: string[] }

export type Decision =
  | { ok: true; add: boolean; drop: string[]; change: ReactionChange | undefined }
  | { ok: false; code: ErrorCode; values?: Record<string, string | number> }

const NOTHING: Decision = { ok: true, add: false, drop: [], change: undefined }

type UserReaction = Pick<Reaction, 'key' | 'emoji' | 'firstUse'>

/** C-14, D-68: the distinct emoji that users hold, in the order of first use. */
export const userReactions = (reactions: readonly Reaction[]): UserReaction[] => {
  const byKey = new Map<string, UserReaction>()
  for (const { userId, key, emoji, firstUse } of reactions)
    if (userId !== null && !byKey.has(key)) byKey.set(key, { key, emoji, firstUse })
  return [...byKey.values()]
}

/** D-65, D-68: who joins an emoji that a colleague holds takes over its form and its place. */
export const joinedReaction = (reactions: readonly Reaction[], emoji: string) => {
  const held = userReactions(reactions).find(({ key }) => key === emojiKey(emoji))
  return held ?? { key: emojiKey(emoji), emoji, firstUse: null }
}

const textsOf = (held: readonly Pick<UserReaction, 'emoji'>[]): string[] => held.map(({ emoji }) => emoji)

export type ReactionRequest = { userId: number; emoji: string; replaces: string | undefined }

/**
 * C-02, C-03, D-67: a user reacts. With a limit of one, the new emoji replaces the old; with a higher limit a full message
 * refuses unless the user names the one to replace. A repeat changes nothing.
 */
export const decideSet = (
  reactions: readonly Reaction[],
  { userId, emoji, replaces }: ReactionRequest,
  limits: ChannelSettings['reactions'],
): Decision => {
  if (!isEmoji(emoji)) return { ok: false, code: 'emoji_unknown' }
  const key = emojiKey(emoji)
  const present = userReactions(reactions)
  const isPresent = present.some((held) => held.key === key)
  const isMine = reactions.some((reaction) => reaction.userId === userId && reaction.key === key)
  const named = replaces === undefined || emojiKey(replaces) === key ? undefined : emojiKey(replaces)
  const old = present.find((held) => held.key === named)
  if (isMine && !old) return NOTHING
  if (limits?.dictionary && !limits.dictionary.some((allowed) => emojiKey(allowed) === key))
    return { ok: false, code: 'emoji_not_in_dictionary', values: { reaction: emoji } }
  if (named !== undefined && !old) return { ok: false, code: 'reaction_absent' }
  const max = limits?.max_count ?? 1
  const leaving = old ? [old] : max === 1 && !isPresent ? present : []
  const staying = present.filter((held) => !leaving.includes(held))
  if (!isPresent && staying.length >= max) return { ok: false, code: 'reactions_full', values: { max } }
  const all = isPresent ? staying : [...staying, { emoji }]
  const isChanged = leaving.length > 0 || !isPresent
  const oldReaction = leaving[0]?.emoji
  return {
    ok: true,
    add: !isMine,
    drop: leaving.map((held) => held.key),
    change: isChanged
      ? { newReaction: emoji, ...(oldReaction !== undefined && { oldReaction }), all: textsOf(all) }
      : undefined,
  }
}

/** D-67: a user removes their own. While another user holds the same emoji, nothing changes for the transport. */
export const decideUnset = (reactions: readonly Reaction[], userId: number, emoji: string): Decision => {
  const key = emojiKey(emoji)
  const mine = reactions.find((reaction) => reaction.userId === userId && reaction.key === key)
  if (!mine) return NOTHING
  const rest = userReactions(reactions.filter((reaction) => reaction !== mine))
  const isStillPresent = rest.some((held) => held.key === key)
  const shown = userReactions(reactions).find((held) => held.key === key)?.emoji ?? emoji
  return {
    ok: true,
    add: false,
    drop: [key],
    change: isStillPresent ? undefined : { oldReaction: shown, all: textsOf(rest) },
  }
}

/** C-06, D-66: a customer may hold several, each emoji once; true when this one is new. */
export const isNewForCustomer = (reactions: readonly Reaction[], emoji: string): boolean =>
  !reactions.some((reaction) => reaction.userId === null && reaction.key === emojiKey(emoji))

/** C-07…C-09, D-66: which reaction a customer removes: the one named, or the oldest; never a user's. */
export const findCustomerReaction = (reactions: readonly Reaction[], emoji: string | undefined): Reaction | undefined =>
  reactions.find((reaction) => reaction.userId === null && (emoji === undefined || reaction.key === emojiKey(emoji)))

/** C-10…C-14: the webhook of a change. */
export const reactionEvent = (
  address: ChatAddress,
  externalMessageId: string,
  change: ReactionChange,
): WebhookEvent => ({
  type: change.newReaction === undefined ? 'reaction_delete' : 'reaction_add',
  data: {
    ...addressFields(address),
    external_message_id: externalMessageId,
    ...(change.newReaction !== undefined && { new_reaction: change.newReaction }),
    ...(change.oldReaction !== undefined && { old_reaction: change.oldReaction }),
    all_reactions: change.all.map((reaction) => ({ reaction })),
  },
})
