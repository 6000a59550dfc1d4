import type { Deps } from '../../deps.ts'
import { isAccountClosed } from '../../lib/db/pg-errors.ts'
import { listAccountIds } from './store.ts'

/** The handler of a job that does the same for every account, one after another. */
export const forEachAccount =
  (deps: Deps, work: (accountId: number) => Promise<unknown>) => async (): Promise<void> => {
    for (const accountId of await listAccountIds(deps.db)) {
      try {
        await work(accountId)
      } catch (error) {
        // It is being moved to another cell, and the schedules of that one go on with it.
        if (!isAccountClosed(error)) throw error
      }
    }
  }
