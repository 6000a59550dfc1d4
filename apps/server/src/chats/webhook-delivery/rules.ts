// The envelope of webhooks, and when a delivery is retried. (D-69, D-70)

export type WebhookType =
  | 'message_sent'
  | 'message_updated'
  | 'message_deleted'
  | 'message_read'
  | 'reaction_add'
  | 'reaction_delete'

export type WebhookEvent = { type: WebhookType; data: object }

/** C-13: which chat, in every webhook. */
export type ChatAddress = { externalUserId: string; externalChatId: string; channelId: number }

/** C-13 */
export const addressFields = ({ externalUserId, externalChatId, channelId }: ChatAddress) => ({
  external_user_id: externalUserId,
  external_chat_id: externalChatId,
  channel_id: channelId,
})

/** C-13: serialised once; every attempt sends the same bytes. */
export const webhookBody = ({ type, data }: WebhookEvent, at: Date): string =>
  JSON.stringify({ type, meta: { timestamp: Math.floor(at.getTime() / 1000) }, data })

export type DeliveryResult =
  | { ok: true; status: number; retryAfter: string | undefined }
  | { ok: false; reason: string }

export type DeliveryDecision = 'delivered' | 'failed' | 'gone'

/** D-69: 2xx is success; 410 means never again; everything else, redirects too, is retried. */
export const classifyDelivery = (result: DeliveryResult): DeliveryDecision => {
  if (!result.ok) return 'failed'
  if (result.status === 410) return 'gone'
  return result.status >= 200 && result.status < 300 ? 'delivered' : 'failed'
}

const LONGEST_RETRY_AFTER = 3600

const retryAfterSeconds = (header: string | undefined, now: Date): number => {
  if (!header) return 0
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_RETRY_AFTER) : 0
}

/**
 * D-69: the seconds until the next attempt; undefined when the retries are used up. Delays are spread by a fifth, so that
 * what failed together is not retried together. Retry-After is respected.
 */
export const retryDelay = (
  plan: readonly number[],
  attempts: number,
  random: number,
  result: DeliveryResult,
  now: Date,
): number | undefined => {
  const delay = plan[attempts]
  if (delay === undefined) return undefined
  const requested = result.ok && [429, 503].includes(result.status) ? retryAfterSeconds(result.retryAfter, now) : 0
  return Math.max(delay * (0.8 + 0.4 * random), requested)
}

/** The lane of a chat's webhooks: one worker at a time, in order. */
export const WEBHOOK_LANE = 'webhooks'
