import type { TaskContent } from '@patchbay/contract/crm/workspace/tasks'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { notify, readForEveryone } from '../../platform/notifications/service.ts'
import { insertTask, type NewTask } from './store.ts'

type Notice = {
  taskId: number
  performerId: number | null | undefined
  task: TaskContent
  actorId?: number | undefined
}

/** Only the assignee is notified; a task without one is in everyone's list of tasks. */
export const notifyAssignee = async (
  trx: Db,
  kind: 'task-assigned' | 'task-due',
  { taskId, performerId, task, actorId }: Notice,
): Promise<void> => {
  if (performerId == null) return
  await notify(trx, { responsible: [performerId], otherwise: 'nobody', actorId }, { kind, taskId, task })
}

/** Stores a task and notifies its assignee, unless they created it. Undefined when the task exists (insertTask). */
export const addTask = async (trx: Db, task: NewTask): Promise<number | undefined> => {
  const taskId = await insertTask(trx, task)
  const { performerId, content, createdBy } = task
  if (taskId !== undefined)
    await notifyAssignee(trx, 'task-assigned', { taskId, performerId, task: content, actorId: createdBy ?? undefined })
  return taskId
}

/** A completed or reassigned task is no longer news. Returns whose notifications changed. */
export const readTaskNotifications = (trx: Db, taskId: number): Promise<number[]> =>
  readForEveryone(trx, ['task-assigned', 'task-due'], taskId)

/** After the commit. Everyone gets it: an unassigned task is on the page of every user. */
export const publishTasks = (deps: Deps, accountId: number): Promise<void> =>
  deps.live.publish(accountId, { type: 'tasks-changed' })
