import Type, { type Static } from 'typebox'
import { RECORD_TYPES } from '../../base/constants.ts'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Line, Moment, SuccessWith, Text } from '../../base/types.ts'

/** What was done; the workspace has a text for each. The data is in `subject` and `detail`. */
export type ActionCode =
  | 'settings.changed'
  | 'account.closed'
  | 'account.reopened'
  | 'account.held'
  | 'account.released'
  | 'person.erased'
  | 'session.started'
  | 'session.refused'
  | 'session.throttled'
  | 'session.ended-everywhere'
  | 'second-factor.enabled'
  | 'second-factor.disabled'
  | 'second-factor.reset'
  | 'recovery-code.used'
  | 'recovery-codes.renewed'
  | 'single-sign-on.changed'
  | 'single-sign-on.removed'
  | 'user.invited'
  | 'user.created'
  | 'user.changed'
  | 'user.password-set'
  | 'user-group.saved'
  | 'api-key.created'
  | 'api-key.rotated'
  | 'api-key.revoked'
  | 'api-key.scopes-changed'
  | 'api-key.split'
  | 'api-key.several-modules-allowed'
  | 'api-key.replaced'
  | 'shop.created'
  | 'shop.changed'
  | 'working-hours.saved'
  | 'routing.changed'
  | 'routing.group-changed'
  | 'channel-routing.saved'
  | 'payment-status.created'
  | 'payment-status.changed'
  | 'payment-type.created'
  | 'payment-type.changed'
  | 'delivery-type.created'
  | 'delivery-type.changed'
  | 'exchange.shared'
  | 'exchange.share-revoked'
  | 'exchange.resent'
  | 'recording.played'
  | 'transcript.read'
  | 'call.logged'
  | 'call.changed'
  | 'call.deleted'
  | 'chat.assigned'
  | 'chat.unassigned'
  | 'chat.closed'
  | 'chat.snoozed'
  | 'chat.reopened'
  | 'canned-reply.created'
  | 'canned-reply.changed'
  | 'canned-reply.deleted'
  | 'chat.escalated'
  | 'order-status.created'
  | 'order-status.changed'
  | 'user.profile-changed'
  | 'user-group.deleted'
  | 'module.connected'
  | 'module.registered'
  | 'module.changed'
  | 'module.activated'
  | 'module.deactivated'
  | 'module.deleted'
  | 'module.frozen'
  | 'module.unfrozen'
  | 'module.secret-rotated'
  | 'module.extensions-changed'
  | 'module.callback-abandoned'
  | 'webhook.resent'
  | 'webhooks.replayed'
  | 'webhooks.enabled'
  | 'webhooks.disabled'
  | 'payment-settings.changed'
  | 'payment-type.bound'
  | 'invoice.issue'
  | 'invoice.approve'
  | 'invoice.cancel'
  | 'invoice.refund'
  | 'invoice.reissue'
  | 'operation.invalid-reply'
  | 'operation.escalated'
  | 'operation.confirmed'
  | 'operation.rejected'
  | 'discrepancy.resolved'
  | 'payment-day.closed'
  | 'payment-day.reopened'
  | 'statement.uploaded'
  | 'import.started'
  | 'import.canceled'
  | 'import.undone'
  | 'list.exported'

export const ActionRecord = Type.Object({
  id: Id,
  at: Moment,
  recordType: Type.Enum(RECORD_TYPES),
  /** The actor: a user, an API key, a module, or the system itself. */
  actor: Line(),
  /** An ActionCode; records of earlier versions have an English text. */
  action: Line(),
  subject: Line(),
  detail: Type.Record(Type.String(), Type.Unknown()),
})
export type ActionRecord = Static<typeof ActionRecord>

export const listActionLog = defineEndpoint({
  id: 'workspace.action-log.list',
  summary: 'The Action Log of the account, newest first',
  method: 'GET',
  path: '/workspace/action-log',
  auth: { by: 'session', role: 'admin' },
  query: Type.Object({
    recordType: Type.Optional(Type.Enum(RECORD_TYPES)),
    actor: Type.Optional(Text()),
    since: Type.Optional(Moment),
    until: Type.Optional(Moment),
    before: Type.Optional(Id),
  }),
  status: 200,
  reply: SuccessWith({ records: Type.Array(ActionRecord) }),
})
