import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Line, Moment, SuccessWith } from '../../base/types.ts'

const LONGEST = 2_000

export const Visitor = Type.Object({
  lastOnline: Type.Optional(Moment),
  visits: Type.Optional(Type.Integer()),
  lastVisit: Type.Optional(
    Type.Object({
      at: Type.Optional(Moment),
      source: Type.Optional(Line(LONGEST)),
      pages: Type.Array(Type.Object({ url: Line(LONGEST), title: Line(LONGEST) })),
    }),
  ),
  device: Type.Optional(Line(LONGEST)),
  place: Type.Optional(Line(LONGEST)),
})
export type Visitor = Static<typeof Visitor>

export const getVisitor = defineEndpoint({
  id: 'workspace.chats.visitor',
  summary: 'What the transport of a conversation knows about the visitor; nothing when it does not say',
  method: 'GET',
  path: '/workspace/chats/{id}/visitor',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  status: 200,
  reply: SuccessWith({ visitor: Visitor }),
  errors: ['not_found'],
})
