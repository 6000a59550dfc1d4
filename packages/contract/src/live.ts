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
  /** To everyone: a call was missed, or resolves a missed one. */
  Type.Object({ type: Type.Literal('call-ended') }),
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
  Type.Object({ type: Type.Literal('payment-day-changed'), id: Id }),
  /** To walls (D-131): a call rings, is answered, forwarded, or over. */
  Type.Object({ type: Type.Literal('open-calls-changed') }),
  /** To walls: figures of reports were computed again. */
  Type.Object({ type: Type.Literal('figures-changed') }),
])
export type LiveEvent = Static<typeof LiveEvent>

/** After these every Home page reads several lists again. */
const LISTS_PER_SECOND = 100
/** After these a page reads one entity, and the lists that show it. */
const ENTITIES_PER_SECOND = 1_000

/**
 * Events that only say what to read again may be merged, and reach this many browsers a second from one process. All
 * others are delivered at once.
 */
export const HINTS_PER_SECOND: { readonly [Type in LiveEvent['type']]?: number } = {
  'call-ended': LISTS_PER_SECOND,
  'calls-uploaded': LISTS_PER_SECOND,
  'tasks-changed': LISTS_PER_SECOND,
  'open-calls-changed': LISTS_PER_SECOND,
  'figures-changed': LISTS_PER_SECOND,
  'call-changed': ENTITIES_PER_SECOND,
  'chat-changed': ENTITIES_PER_SECOND,
  'customer-changed': ENTITIES_PER_SECOND,
  'order-changed': ENTITIES_PER_SECOND,
  'invoice-changed': ENTITIES_PER_SECOND,
  'import-changed': ENTITIES_PER_SECOND,
  'payment-day-changed': ENTITIES_PER_SECOND,
  'user-status': ENTITIES_PER_SECOND,
  /** Instead of too many different ones. */
  resync: LISTS_PER_SECOND,
}
