import type { TaskContent } from '@patchbay/contract/crm/workspace/tasks'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { notify, readForEveryone } from '../../platform/notifications/service.ts'
import { nextDueAt } from './rules.ts'
import { insertTask, lockTask, type NewTask, updateDone } from './store.ts'

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

/**
 * Completes a task, and creates the next one if it repeats: in one transaction, behind the lock of the task, so that it is
 * created once. False when there is no such task; a task that is completed keeps its first reason.
 */
export const finishTask = async (
  trx: Db,
  id: number,
  { because, zone, now }: { because: string; zone: string; now: Date },
): Promise<boolean> => {
  const task = await lockTask(trx, id)
  if (!task) return false
  if (task.doneAt) return true
  await updateDone(trx, id, because, now)
  const { dueAt, repeat, repeatDay, content, commentary, performerId, customerId, orderId } = task
  const { phone, chatId, callId, createdBy } = task
  if (repeat !== null && dueAt !== null) {
    await insertTask(trx, {
      ...{ content, commentary, performerId, customerId, orderId, phone, chatId, callId, createdBy, repeat, repeatDay },
      dueAt: nextDueAt({ dueAt, repeat, repeatDay }, zone, now),
      repeatOf: id,
    })
  }
  return true
}

/** A completed or reassigned task is no longer news. Returns whose notifications changed. */
export const readTaskNotifications = (trx: Db, taskId: number): Promise<number[]> =>
  readForEveryone(trx, ['task-assigned', 'task-due'], taskId)

/** After the commit. Everyone gets it: an unassigned task is on the page of every user. */
export const publishTasks = (deps: Deps, accountId: number): Promise<void> =>
  deps.live.publish(accountId, { type: 'tasks-changed' })
