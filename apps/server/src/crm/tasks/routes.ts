import { createTask as createEndpoint } from '@patchbay/contract/crm/tasks'
import { completeTask, listTasks } from '@patchbay/contract/crm/workspace/tasks'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { createTask, finishTask, showTasks } from './actions.ts'

export const taskRoutes = (bind: Bind<Deps>): void => {
  bind(createEndpoint, createTask)
  bind(listTasks, showTasks)
  bind(completeTask, finishTask)
}
