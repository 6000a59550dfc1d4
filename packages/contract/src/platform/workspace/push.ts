import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Line, Success, SuccessWith, WebAddress } from '../../base/types.ts'
import { NotificationContent } from './notifications.ts'

const auth = { by: 'session', role: 'manager' } as const

/** Base64url, as browsers give and take them. */
const Base64Url = (maxLength: number) => Type.String({ pattern: '^[A-Za-z0-9_-]+$', minLength: 16, maxLength })

const LANGUAGES = ['en', 'es', 'ru'] as const

/** What the service worker of a browser receives: it has the sentences. */
export const PushMessage = Type.Object({
  content: NotificationContent,
  count: Type.Integer({ minimum: 1 }),
  language: Type.Enum([...LANGUAGES]),
  accountName: Line(),
})
export type PushMessage = Static<typeof PushMessage>

export const getPushKey = defineEndpoint({
  id: 'workspace.push.key',
  summary: 'Get the public key with which a browser subscribes to Web Push (VAPID)',
  method: 'GET',
  path: '/workspace/me/push-key',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({ publicKey: Base64Url(100) }),
})

export const subscribeToPush = defineEndpoint({
  id: 'workspace.push.subscribe',
  summary: 'Subscribe this browser to Web Push for as long as this session; a repeat updates it',
  method: 'POST',
  path: '/workspace/me/push-subscriptions',
  auth,
  body: Type.Object({
    /** The address of the push service for this browser. */
    endpoint: WebAddress,
    keys: Type.Object({ p256dh: Base64Url(100), auth: Base64Url(40) }),
    language: Type.Enum([...LANGUAGES]),
  }),
  status: 200,
  repeatable: true,
  reply: SuccessWith({ id: Id }),
  errors: ['entity_invalid'],
})

export const unsubscribeFromPush = defineEndpoint({
  id: 'workspace.push.unsubscribe',
  summary: 'End a subscription of mine; a repeat changes nothing',
  method: 'DELETE',
  path: '/workspace/me/push-subscriptions/{id}',
  auth,
  params: Type.Object({ id: Id }),
  status: 200,
  reply: Success,
})
