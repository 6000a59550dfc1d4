import Type from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Id, Line, LocalTimeIn, SuccessWith, Text } from '../base/types.ts'

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
  reply: SuccessWith({ id: Id }),
})
