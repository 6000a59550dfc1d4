import type { NotificationKind } from '@patchbay/contract/platform/notification-constants'

const [SECOND, MINUTE] = [1_000, 60_000]

/** Nobody can answer a call that rang a minute ago; other news is worth a notification a little longer. */
const FRESH_MS: Partial<Record<NotificationKind, number>> = { call: 45 * SECOND }
const OTHERWISE_FRESH_MS = 15 * MINUTE

/** Whether a push that was delayed by failures is still worth sending. */
export const isFresh = (kind: NotificationKind, at: Date, now: Date): boolean =>
  now.getTime() - at.getTime() < (FRESH_MS[kind] ?? OTHERWISE_FRESH_MS)

/** How long the push service keeps it for a device that is offline, in seconds. */
export const timeToLive = (kind: NotificationKind): number => (kind === 'call' ? 45 : 12 * 3_600)

export type PushResult = 'sent' | 'gone' | 'rejected' | 'retry'

/** RFC 8030: the push service forgot the subscription (404, 410), is busy (429, 5xx), or rejects this request for good. */
export const resultOf = (status: number): PushResult => {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'retry' : 'rejected'
}

/** VAPID names a contact: the account's URL, or for one without https an address at its host. */
export const contactOf = (publicUrl: string): string => {
  const { protocol, origin, hostname } = new URL(publicUrl)
  return protocol === 'https:' ? origin : `mailto:postmaster@${hostname}`
}
