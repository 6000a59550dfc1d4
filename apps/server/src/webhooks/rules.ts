// What transports are told, and when it is told again. (D-69, D-70)

export type WebhookType =
  | 'message_sent'
  | 'message_updated'
  | 'message_deleted'
  | 'message_read'
  | 'reaction_add'
  | 'reaction_delete'

/** C-13: who and where, in every webhook. */
export type Place = { externalUserId: string; externalChatId: string; channelId: number }

const placeOf = ({ externalUserId, externalChatId, channelId }: Place) => ({
  external_user_id: externalUserId,
  external_chat_id: externalChatId,
  channel_id: channelId,
})

/** C-10…C-14 */
export const reactionEvent = (
  place: Place,
  externalMessageId: string,
  change: { newReaction?: string; oldReaction?: string; all: readonly string[] },
): { type: WebhookType; data: object } => ({
  type: change.newReaction === undefined ? 'reaction_delete' : 'reaction_add',
  data: {
    ...placeOf(place),
    external_message_id: externalMessageId,
    ...(change.newReaction !== undefined && { new_reaction: change.newReaction }),
    ...(change.oldReaction !== undefined && { old_reaction: change.oldReaction }),
    all_reactions: change.all.map((reaction) => ({ reaction })),
  },
})

/** C-13: serialised once; every try sends these very bytes. */
export const webhookBody = (type: WebhookType, at: Date, data: object): string =>
  JSON.stringify({ type, meta: { timestamp: Math.floor(at.getTime() / 1000) }, data })
