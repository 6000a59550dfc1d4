import Type, { type Static } from 'typebox'
import { Code, Id, Uuid } from './base/types.ts'
import { UserStatus } from './platform/users.ts'
import { NotificationContent } from './platform/workspace/notifications.ts'
import { CallCard, WITHDRAWN_BECAUSE } from './telephony/workspace/call-cards.ts'

// What travels over /workspace/live (server-sent events). The server addresses each event to users; a browser never
// receives events of others. `resync` means: events were missed, read the state again.

export const LiveEvent = Type.Union([
  Type.Object({ type: Type.Literal('resync') }),
  Type.Object({ type: Type.Literal('module-changed'), code: Code }),
  Type.Object({ type: Type.Literal('invoice-changed'), invoiceId: Uuid, orderId: Id }),
  Type.Object({ type: Type.Literal('chat-changed'), chatId: Id }),
  Type.Object({ type: Type.Literal('call-card'), card: CallCard }),
  Type.Object({
    type: Type.Literal('call-card-withdrawn'),
    callId: Id,
    version: Type.Integer(),
    because: Type.Enum(WITHDRAWN_BECAUSE),
    /** Who talked, of a call that has ended: they write it up. */
    talkedUserId: Type.Optional(Id),
    /** Nobody answered. */
    missed: Type.Optional(Type.Boolean()),
    /** How long they talked, in seconds. */
    duration: Type.Optional(Type.Integer()),
  }),
  Type.Object({ type: Type.Literal('call-changed'), callId: Id }),
  Type.Object({ type: Type.Literal('calls-uploaded') }),
  /** To everyone, of a call that was missed or that resolves a missed one. */
  Type.Object({ type: Type.Literal('call-ended'), callId: Id }),
  Type.Object({ type: Type.Literal('tasks-changed') }),
  Type.Object({ type: Type.Literal('user-status'), userId: Id, status: UserStatus }),
  Type.Object({
    type: Type.Literal('notification'),
    content: NotificationContent,
    /** To be listed without a sound: a call that is reported late. */
    silent: Type.Boolean(),
  }),
  /** On another tab or device, or because what they were about is done. */
  Type.Object({ type: Type.Literal('notifications-read') }),
  Type.Object({ type: Type.Literal('order-changed'), id: Id }),
  Type.Object({ type: Type.Literal('customer-changed'), id: Id }),
  /** `finished`: a step has ended, so that lists of customers and orders read again. */
  Type.Object({ type: Type.Literal('import-changed'), id: Id, finished: Type.Boolean() }),
  Type.Object({ type: Type.Literal('export-changed'), id: Id }),
])
export type LiveEvent = Static<typeof LiveEvent>
