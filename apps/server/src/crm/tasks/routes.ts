import { completeTask, createTask as createEndpoint, listTasks } from '@patchbay/contract/crm/tasks'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { createTask, finishTask, showTasks } from './actions.ts'

export const taskRoutes = (bind: Bind<Deps>): void => {
  bind(createEndpoint, createTask)
  bind(listTasks, showTasks)
  bind(completeTask, finishTask)
}
