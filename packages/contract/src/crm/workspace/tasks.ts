import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Cursor, Id, Line, Moment, Success, SuccessWith, Text } from '../../base/types.ts'

export const WorkspaceTask = Type.Object(
  {
    id: Id,
    text: Text(1_000),
    commentary: Line(10_000),
    performerId: Type.Optional(Id),
    dueAt: Type.Optional(Moment),
    customerId: Type.Optional(Id),
    customerName: Type.Optional(Line(1_000)),
    orderId: Type.Optional(Id),
    orderNumber: Type.Optional(Line()),
    phone: Type.Optional(Line(100)),
    reason: Type.Optional(Line(64)),
    createdAt: Moment,
    doneAt: Type.Optional(Moment),
    doneBecause: Type.Optional(Line(255)),
  },
  { title: 'Task' },
)

export type WorkspaceTask = Static<typeof WorkspaceTask>

export const listTasks = defineEndpoint({
  id: 'workspace.tasks.list',
  summary: 'What is to be done: by me and by anybody, or all of it; what is due first comes first',
  method: 'GET',
  path: '/workspace/tasks',
  auth: { by: 'session', role: 'manager' },
  query: Type.Object({
    of: Type.Enum(['me', 'all'], { default: 'me' }),
    customerId: Type.Optional(Id),
    after: Type.Optional(Cursor),
  }),
  status: 200,
  reply: SuccessWith({ tasks: Type.Array(WorkspaceTask), next: Type.Optional(Cursor) }),
})

export const completeTask = defineEndpoint({
  id: 'workspace.tasks.complete',
  summary: 'It is done; saying so again changes nothing',
  method: 'POST',
  path: '/workspace/tasks/{id}/complete',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  body: Type.Object({ because: Type.Optional(Line()) }),
  status: 200,
  reply: Success,
  errors: ['not_found'],
})
