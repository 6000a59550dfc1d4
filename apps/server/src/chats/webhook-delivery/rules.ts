import type { EndpointHealth } from '@patchbay/contract/chats/webhooks'

// What transports are told, and when it is told again. (D-69, D-70)

export type WebhookType =
  | 'message_sent'
  | 'message_updated'
  | 'message_deleted'
  | 'message_read'
  | 'reaction_add'
  | 'reaction_delete'

export type WebhookEvent = { type: WebhookType; data: object }

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
): WebhookEvent => ({
  type: change.newReaction === undefined ? 'reaction_delete' : 'reaction_add',
  data: {
    ...placeOf(place),
    external_message_id: externalMessageId,
    ...(change.newReaction !== undefined && { new_reaction: change.newReaction }),
    ...(change.oldReaction !== undefined && { old_reaction: change.oldReaction }),
    all_reactions: change.all.map((reaction) => ({ reaction })),
  },
})

export type Written = {
  id: number
  type: string
  content: string
  items?: readonly { id: string; caption?: string; size?: number; width?: number; height?: number }[]
  quote?: { externalId: string; content: string }
  user: { id: number; firstName: string; lastName: string }
  client: { firstName: string; lastName: string; avatarUrl: string | null }
}

/** D-70 */
export const messageSentEvent = (place: Place, written: Written): WebhookEvent => ({
  type: 'message_sent',
  data: {
    id: written.id,
    ...placeOf(place),
    type: written.type,
    content: written.content === '' ? null : written.content,
    quote_external_id: written.quote?.externalId ?? null,
    quote_content: written.quote?.content ?? null,
    user: { id: written.user.id, first_name: written.user.firstName, last_name: written.user.lastName, avatar: '' },
    customer: {
      first_name: written.client.firstName,
      last_name: written.client.lastName,
      avatar: written.client.avatarUrl ?? '',
    },
    ...(written.items && { items: written.items }),
  },
})

/** D-70 */
export const messageUpdatedEvent = (
  place: Place,
  externalMessageId: string,
  { type, content }: { type: string; content: string },
): WebhookEvent => ({
  type: 'message_updated',
  data: { ...placeOf(place), external_message_id: externalMessageId, content, type },
})

/** D-70 */
export const messageGoneEvent = (place: Place, externalMessageId: string): WebhookEvent => ({
  type: 'message_deleted',
  data: { ...placeOf(place), external_message_id: externalMessageId },
})

/** D-70 */
export const messageReadEvent = (place: Place, externalMessageId: string): WebhookEvent => ({
  type: 'message_read',
  data: { ...placeOf(place), external_message_id: externalMessageId },
})

/** C-13: serialised once; every try sends these very bytes. */
export const webhookBody = ({ type, data }: WebhookEvent, at: Date): string =>
  JSON.stringify({ type, meta: { timestamp: Math.floor(at.getTime() / 1000) }, data })

/** What came of a try. */
export type Tried = { ok: true; status: number; retryAfter: string | undefined } | { ok: false; reason: string }

export type Judgement = 'delivered' | 'failed' | 'gone'

/** D-69: 2xx is success; 410 means never again; everything else, redirects too, is tried later. */
export const judge = (tried: Tried): Judgement => {
  if (!tried.ok) return 'failed'
  if (tried.status === 410) return 'gone'
  return tried.status >= 200 && tried.status < 300 ? 'delivered' : 'failed'
}

const LONGEST_RETRY_AFTER = 3600

const retryAfterSeconds = (header: string | undefined, now: Date): number => {
  if (!header) return 0
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_RETRY_AFTER) : 0
}

/**
 * D-69: in how many seconds an event is tried again that has failed so often; undefined at the end of the plan. Delays
 * vary by a fifth, so that what failed together does not come back together. A receiver that says when to come back is
 * heard.
 */
export const retryDelay = (
  plan: readonly number[],
  attempts: number,
  random: number,
  tried: Tried,
  now: Date,
): number | undefined => {
  const delay = plan[attempts]
  if (delay === undefined) return undefined
  const asked = tried.ok && [429, 503].includes(tried.status) ? retryAfterSeconds(tried.retryAfter, now) : 0
  return Math.max(delay * (0.8 + 0.4 * random), asked)
}

export const FAILURES_TO_REST = 10
const HOURS_TO_DISABLE = 120

/** D-69: an address that has given nothing but failures for five days is switched off. */
export const shouldDisable = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= HOURS_TO_DISABLE * 3_600_000

type Fares = { failures: number; restUntil: Date | null; disabledAt: Date | null }

/** D-69: how an address fares, in one word. Whoever is off or has none is not called, however it fared before. */
export const endpointStateFor = (
  { isOn, hasAddress }: { isOn: boolean; hasAddress: boolean },
  { failures, restUntil, disabledAt }: Fares,
): EndpointHealth['state'] => {
  if (!isOn) return 'off'
  if (!hasAddress) return 'asks'
  if (disabledAt) return 'disabled'
  if (restUntil) return 'resting'
  return failures > 0 ? 'failing' : 'well'
}
