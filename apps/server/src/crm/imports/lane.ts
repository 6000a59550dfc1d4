import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { LaneServer } from '../../lib/queue/lane-worker.ts'
import { publishImport, stepImport } from './service.ts'
import { updateImport } from './store.ts'

/** One batch per claim. An import that fails again and again because of an error of ours is paused: a person resumes it. */
export const serveImports = (deps: Deps): LaneServer => ({
  serve: async ({ accountId, key, holds }) =>
    (await stepImport(deps, accountId, Number(key), holds)) ? 'more' : 'done',
  onGivenUp: async ({ accountId, key }) => {
    await inAccount(deps.db, accountId, (trx) => updateImport(trx, Number(key), { paused: true }))
    await publishImport(deps, accountId, Number(key))
  },
})
