import Type, { type Static } from 'typebox'
import { TASK_REPEATS } from '../../base/constants.ts'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Cursor, Id, Line, Moment, Success, SuccessWith, Text } from '../../base/types.ts'
import { WaitingList } from '../../base/waiting-list.ts'

/** What is to be done: a text that somebody wrote, or a kind with data; the workspace has a sentence for each kind. */
export const TaskContent = Type.Union([
  Type.Object({ kind: Type.Literal('custom'), text: Text(1_000) }),
  Type.Object({ kind: Type.Literal('missed-call'), phone: Line(100) }),
  Type.Object({ kind: Type.Literal('hold-expires'), orderNumber: Line(), expiresAt: Moment }),
  Type.Object({
    kind: Type.Literal('answer-pending'),
    to: Type.Enum(['payment-link', 'proposal']),
    chatId: Id,
    customer: Line(1_000),
  }),
])

export type TaskContent = Static<typeof TaskContent>

export const WorkspaceTask = Type.Object(
  {
    id: Id,
    content: TaskContent,
    commentary: Line(10_000),
    performerId: Type.Optional(Id),
    dueAt: Type.Optional(Moment),
    customerId: Type.Optional(Id),
    customerName: Type.Optional(Line(1_000)),
    orderId: Type.Optional(Id),
    orderNumber: Type.Optional(Line()),
    phone: Type.Optional(Line(100)),
    /** Where it was created from. */
    chatId: Type.Optional(Id),
    callId: Type.Optional(Id),
    repeat: Type.Optional(Type.Enum(TASK_REPEATS)),
    createdAt: Moment,
    doneAt: Type.Optional(Moment),
    doneBecause: Type.Optional(Line(255)),
  },
  { title: 'Task' },
)

export type WorkspaceTask = Static<typeof WorkspaceTask>

export const listTasks = defineEndpoint({
  id: 'workspace.tasks.list',
  summary: 'List open tasks by due time: mine and unassigned ones, or everyone’s',
  method: 'GET',
  path: '/workspace/tasks',
  auth: { by: 'session', role: 'manager' },
  query: Type.Object({
    of: Type.Enum(['me', 'all'], { default: 'me' }),
    overdue: Type.Optional(Type.Boolean()),
    customerId: Type.Optional(Id),
    after: Type.Optional(Cursor),
  }),
  status: 200,
  reply: SuccessWith({ tasks: Type.Array(WorkspaceTask), next: Type.Optional(Cursor) }),
})

export const listDueTasks = defineEndpoint({
  id: 'workspace.tasks.due',
  summary:
    'Open tasks, mine and unassigned, that are due by the end of today; calls to return and holds are listed apart',
  method: 'GET',
  path: '/workspace/tasks/due',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({ tasks: WaitingList(WorkspaceTask) }),
})

const TaskEdit = {
  commentary: Type.Optional(Line(10_000)),
  dueAt: Type.Optional(Moment),
  performerId: Type.Optional(Id),
  /** Needs a due time: the next one is due at the same time of the day. */
  repeat: Type.Optional(Type.Enum(TASK_REPEATS)),
}

export const createWorkspaceTask = defineEndpoint({
  id: 'workspace.tasks.create',
  summary: 'Create a task',
  method: 'POST',
  path: '/workspace/tasks',
  auth: { by: 'session', role: 'manager' },
  body: Type.Object({
    text: Text(1_000),
    ...TaskEdit,
    customerId: Type.Optional(Id),
    orderId: Type.Optional(Id),
    phone: Type.Optional(Line(100)),
    chatId: Type.Optional(Id),
    callId: Type.Optional(Id),
  }),
  status: 201,
  reply: SuccessWith({ id: Id }),
  errors: ['entity_invalid'],
})

export const editTask = defineEndpoint({
  id: 'workspace.tasks.edit',
  summary: 'Update an open task; what is absent is removed, but the text, which only a task that somebody wrote has',
  method: 'POST',
  path: '/workspace/tasks/{id}',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  body: Type.Object({ text: Type.Optional(Text(1_000)), ...TaskEdit }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'entity_invalid'],
})

export const assignTask = defineEndpoint({
  id: 'workspace.tasks.assign',
  summary: 'Assign a task to a user, or to nobody',
  method: 'POST',
  path: '/workspace/tasks/{id}/assign',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  body: Type.Object({ performerId: Type.Optional(Id) }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'entity_invalid'],
})

export const completeTask = defineEndpoint({
  id: 'workspace.tasks.complete',
  summary: 'Complete a task; a task that repeats gets its next one. A second request changes nothing',
  method: 'POST',
  path: '/workspace/tasks/{id}/complete',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  body: Type.Object({ because: Type.Optional(Line()) }),
  status: 200,
  reply: Success,
  errors: ['not_found'],
})
