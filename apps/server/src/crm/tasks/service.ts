import type { Deps } from '../../deps.ts'

/** After the commit. Everyone gets it: an unassigned task is on the page of every user. */
export const publishTasks = (deps: Deps, accountId: number): Promise<void> =>
  deps.live.publish(accountId, { type: 'tasks-changed' })
