import { completeTask, createTask as createEndpoint, listTasks } from '@patchbay/contract/tasks'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { createTask, finishTask, showTasks } from './actions.ts'

export const taskRoutes = (bind: Bind<Deps>): void => {
  bind(createEndpoint, createTask)
  bind(listTasks, showTasks)
  bind(completeTask, finishTask)
}
