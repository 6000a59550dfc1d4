import type { TASK_REPEATS } from '@patchbay/contract/base/constants'
import { fromLocalTime, toLocalTime } from '@patchbay/contract/base/local-time'
import type { WorkspaceTask } from '@patchbay/contract/crm/workspace/tasks'

export type TaskValues = {
  text: string
  commentary: string
  /** As the field of a browser writes it, in the account's zone: 2026-11-30T14:05; empty: at no time. */
  due: string
  performer: string | null
  repeat: (typeof TASK_REPEATS)[number] | undefined
}

/** A new task is its creator's own. */
export const newTask = (userId: number): TaskValues => ({
  ...{ text: '', commentary: '', due: '', performer: String(userId), repeat: undefined },
})

export const valuesOf = (task: WorkspaceTask, zone: string): TaskValues => ({
  text: task.content.kind === 'custom' ? task.content.text : '',
  commentary: task.commentary,
  due: task.dueAt === undefined ? '' : toLocalTime(new Date(task.dueAt), zone).slice(0, 16).replace(' ', 'T'),
  performer: task.performerId === undefined ? null : String(task.performerId),
  repeat: task.repeat,
})

/** What is sent to the server; empty fields are absent. */
export const bodyOf = ({ commentary, due, performer, repeat }: TaskValues, zone: string) => {
  const dueAt = due === '' ? undefined : fromLocalTime(due, zone)?.toISOString()
  return {
    ...(commentary.trim() !== '' && { commentary: commentary.trim() }),
    ...(dueAt !== undefined && { dueAt, ...(repeat && { repeat }) }),
    ...(performer !== null && { performerId: Number(performer) }),
  }
}
