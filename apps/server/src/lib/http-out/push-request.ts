import webPush from 'web-push'
import type { OutgoingRequest } from './egress.ts'

// Web Push (RFC 8030): the library encrypts the message for the browser (RFC 8291, aes128gcm) and signs who sends it (VAPID,
// RFC 8292). It does not send: requests leave through the egress guard.

export type VapidKeys = { contact: string; publicKey: string; privateKey: string }

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

export const newVapidKeys = (): { publicKey: string; privateKey: string } => webPush.generateVAPIDKeys()

export const pushRequest = (
  subscription: Subscription,
  payload: string,
  { contact, publicKey, privateKey }: VapidKeys,
  { ttl, urgency }: { ttl: number; urgency: 'normal' | 'high' },
): Pick<OutgoingRequest, 'method' | 'url' | 'headers' | 'bodyBytes'> => {
  const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payload, {
    vapidDetails: { subject: contact, publicKey, privateKey },
    contentEncoding: 'aes128gcm',
    TTL: ttl,
    urgency,
  })
  const text = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
  return { method: 'POST', url: endpoint, headers: Object.fromEntries(text), bodyBytes: body }
}
