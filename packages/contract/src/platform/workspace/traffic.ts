import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, Moment, SuccessWith } from '../../base/types.ts'

/** One request to or from a module, as it may be shown: secrets, tokens and phones are already gone (redact.ts). */
export const exchangeShown = {
  at: Moment,
  direction: Type.Enum(['in', 'out']),
  moduleCode: Type.Optional(Code),
  method: Line(10),
  url: Line(4096),
  status: Type.Optional(Type.Integer()),
  durationMs: Type.Integer(),
  ok: Type.Boolean(),
  verdict: Line(500),
  request: Type.Optional(Type.String()),
  answer: Type.Optional(Type.String()),
}
export const Exchange = Type.Object({ id: Id, ...exchangeShown })
export type Exchange = Static<typeof Exchange>

export const listTraffic = defineEndpoint({
  id: 'workspace.traffic.list',
  summary: 'The latest requests to and from modules',
  method: 'GET',
  path: '/workspace/traffic',
  auth: { by: 'session', role: 'admin' },
  query: Type.Object({
    module: Type.Optional(Code),
    before: Type.Optional(Id),
    onlyFailed: Type.Optional(Type.Boolean()),
  }),
  status: 200,
  reply: SuccessWith({ exchanges: Type.Array(Exchange) }),
})
