import type { Deps } from '../../deps.ts'
import { listAccountIds } from './store.ts'

/** The handler of a job that does the same for every account, one after another. */
export const forEachAccount =
  (deps: Deps, work: (accountId: number) => Promise<unknown>) => async (): Promise<void> => {
    for (const accountId of await listAccountIds(deps.db)) await work(accountId)
  }
