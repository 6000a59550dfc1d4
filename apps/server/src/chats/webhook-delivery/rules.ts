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

export const placeOf = ({ externalUserId, externalChatId, channelId }: Place) => ({
  external_user_id: externalUserId,
  external_chat_id: externalChatId,
  channel_id: channelId,
})

/** C-13: serialised once; every try sends these very bytes. */
export const webhookBody = ({ type, data }: WebhookEvent, at: Date): string =>
  JSON.stringify({ type, meta: { timestamp: Math.floor(at.getTime() / 1000) }, data })

/** What came of a try. */
export type DeliveryResult =
  | { ok: true; status: number; retryAfter: string | undefined }
  | { ok: false; reason: string }

export type DeliveryDecision = 'delivered' | 'failed' | 'gone'

/** D-69: 2xx is success; 410 means never again; everything else, redirects too, is tried later. */
export const classifyDelivery = (tried: DeliveryResult): DeliveryDecision => {
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
  tried: DeliveryResult,
  now: Date,
): number | undefined => {
  const delay = plan[attempts]
  if (delay === undefined) return undefined
  const asked = tried.ok && [429, 503].includes(tried.status) ? retryAfterSeconds(tried.retryAfter, now) : 0
  return Math.max(delay * (0.8 + 0.4 * random), asked)
}

/** The lane of a chat's webhooks: one worker at a time, in order. */
export const WEBHOOK_LANE = 'webhooks'
