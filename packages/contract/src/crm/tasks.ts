import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Filters, PAGE, PageOf } from '../base/pages.ts'
import { Id, Line, LocalTime, LocalTimeIn, SuccessWith, SuccessWithWarnings, Text } from '../base/types.ts'

const Entity = Type.Object({
  id: Type.Optional(Id),
  externalId: Type.Optional(Text()),
  number: Type.Optional(Text()),
  site: Type.Optional(Line(64)),
})

export const createTask = defineEndpoint({
  id: 'tasks.create',
  summary: 'Create a task',
  method: 'POST',
  path: '/api/v5/tasks/create',
  auth: { by: 'api-key', scope: 'task_write' },
  body: Type.Object({
    task: Type.Object({
      text: Text(1_000),
      commentary: Type.Optional(Line(10_000)),
      datetime: Type.Optional(LocalTimeIn),
      performerId: Type.Optional(Id),
      phone: Type.Optional(Line(100)),
      customer: Type.Optional(Entity),
      order: Type.Optional(Entity),
    }),
    site: Type.Optional(Line(64)),
  }),
  status: 201,
  warns: true,
  reply: SuccessWithWarnings({ id: Id }),
})

/** A task as programs read it; times in the account's zone. */
export const Task = Type.Object(
  {
    id: Id,
    text: Type.String({ description: 'For a task that the system created: its kind and what it is about' }),
    commentary: Line(10_000),
    datetime: Type.Optional(LocalTime),
    createdAt: LocalTime,
    complete: Type.Boolean(),
    creator: Type.Optional(Id),
    performer: Type.Optional(Id),
    performerType: Type.Literal('user'),
    phone: Type.Optional(Line(100)),
    customer: Type.Optional(Type.Object({ id: Id })),
    order: Type.Optional(Type.Object({ id: Id, number: Type.Optional(Line()) })),
  },
  { title: 'ApiTask' },
)
export type Task = Static<typeof Task>

export const TaskFilters = Filters({
  status: Type.Optional(Type.Enum(['performing', 'completed'])),
  performers: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100 })),
  orderNumber: Type.Optional(Line()),
  customerId: Type.Optional(Id),
  dateFrom: Type.Optional(LocalTimeIn),
  dateTo: Type.Optional(LocalTimeIn),
})
export type TaskFilters = NonNullable<Static<typeof TaskFilters>>

export const listApiTasks = defineEndpoint({
  id: 'tasks.list',
  summary: 'List tasks, newest first; dates are when they are due',
  method: 'GET',
  path: '/api/v5/tasks',
  auth: { by: 'api-key', scope: 'task_read' },
  query: Type.Object({ filter: TaskFilters, ...PAGE }),
  status: 200,
  reply: PageOf({ tasks: Type.Array(Task) }),
})

export const getApiTask = defineEndpoint({
  id: 'tasks.get',
  summary: 'Get a task',
  method: 'GET',
  path: '/api/v5/tasks/{id}',
  auth: { by: 'api-key', scope: 'task_read' },
  params: Type.Object({ id: Id }),
  status: 200,
  reply: SuccessWith({ task: Task }),
  errors: ['not_found'],
})

export const editApiTask = defineEndpoint({
  id: 'tasks.edit',
  summary: 'Update an open task, or complete it; absent members stay unchanged',
  method: 'POST',
  path: '/api/v5/tasks/{id}/edit',
  auth: { by: 'api-key', scope: 'task_write' },
  params: Type.Object({ id: Id }),
  body: Type.Object({
    task: Type.Object({
      text: Type.Optional(Text(1_000)),
      commentary: Type.Optional(Line(10_000)),
      datetime: Type.Optional(LocalTimeIn),
      performerId: Type.Optional(Id),
      complete: Type.Optional(Type.Boolean()),
    }),
    site: Type.Optional(Line(64)),
  }),
  status: 200,
  warns: true,
  reply: SuccessWithWarnings({ id: Id }),
  errors: ['not_found'],
})
