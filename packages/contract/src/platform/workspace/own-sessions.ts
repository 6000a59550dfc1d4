import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Line, Moment, Success, SuccessWith } from '../../base/types.ts'

const auth = { by: 'session', role: 'anyone' } as const

export const OwnSession = Type.Object({
  id: Id,
  /** The User-Agent of the browser that signed in. */
  device: Line(400),
  /** The IP address that it signed in from. */
  address: Line(64),
  singleSignOn: Type.Boolean(),
  createdAt: Moment,
  seenAt: Moment,
  current: Type.Boolean(),
})
export type OwnSession = Static<typeof OwnSession>

export const listOwnSessions = defineEndpoint({
  id: 'workspace.own-sessions.list',
  summary: 'Where the user is signed in',
  method: 'GET',
  path: '/workspace/me/sessions',
  auth,
  status: 200,
  reply: SuccessWith({ sessions: Type.Array(OwnSession) }),
})

export const endOwnSession = defineEndpoint({
  id: 'workspace.own-sessions.end',
  summary: 'Sign out one of them',
  method: 'DELETE',
  path: '/workspace/me/sessions/{id}',
  auth,
  params: Type.Object({ id: Id }),
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

export const endOwnSessions = defineEndpoint({
  id: 'workspace.own-sessions.end-all',
  summary: 'Sign out everywhere, here too',
  method: 'DELETE',
  path: '/workspace/me/sessions',
  auth,
  status: 200,
  reply: Success,
})
