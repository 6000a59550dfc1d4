import type { Deps } from '../../deps.ts'
import { listAccountIds } from './store.ts'

export const forEachAccount =
  (deps: Deps, work: (accountId: number) => Promise<unknown>) => async (): Promise<void> => {
    for (const accountId of await listAccountIds(deps.db)) await work(accountId)
  }
