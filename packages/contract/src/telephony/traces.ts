import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Id, Moment, SuccessWith } from '../base/types.ts'
import { ClientId } from './callbacks.ts'
import { ExternalId } from './history.ts'

/** One event of a call and its result, step by step. */
export const CallTrace = Type.Object({
  call: Type.Object({
    id: Id,
    externalId: Type.Optional(Type.String()),
    state: Type.String(),
    result: Type.Optional(Type.String()),
  }),
  events: Type.Array(
    Type.Object({
      at: Moment,
      type: Type.String(),
      steps: Type.Array(
        Type.Object({ step: Type.String(), ok: Type.Boolean(), ms: Type.Number(), says: Type.String() }),
      ),
    }),
  ),
  cards: Type.Array(
    Type.Object({
      userId: Id,
      sentAt: Moment,
      shownAt: Type.Optional(Moment),
      closedAt: Type.Optional(Moment),
      closedBecause: Type.Optional(Type.String()),
    }),
  ),
})

export type CallTrace = Static<typeof CallTrace>

export const readTrace = defineEndpoint({
  id: 'telephony.call-trace',
  summary: 'The trace of a call for its module: why a card did or did not appear, event by event',
  method: 'GET',
  path: '/api/v5/telephony/call/trace',
  auth: { by: 'api-key', scope: 'telephony_read' },
  query: Type.Object({ callExternalId: ExternalId, clientId: ClientId }),
  status: 200,
  reply: SuccessWith({ trace: CallTrace }),
  errors: ['not_found', 'telephony_off', 'client_id_unknown', 'module_unclear'],
})
