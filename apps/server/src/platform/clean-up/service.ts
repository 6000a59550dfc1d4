import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { cleanUpsHeld } from '../../lib/process/telemetry.ts'
import type { Job } from '../../lib/queue/jobs.ts'
import { forEachAccount } from '../accounts/service.ts'
import { decideCleanUp } from './rules.ts'
import { readClock, saveRun } from './store.ts'

export const [MINUTES, HOURS, DAYS] = [60_000, 3_600_000, 86_400_000]

/**
 * The handler of a job that deletes what is too old, in every account. `work` gets the database's time and uses no other;
 * it is not called while that time is implausible.
 */
export const cleanUpEachAccount = (
  deps: Deps,
  { name }: Pick<Job, 'name'>,
  everyMs: number,
  work: (accountId: number, now: Date) => Promise<unknown>,
) =>
  forEachAccount(deps, async (accountId) => {
    const { now, decision } = await inAccount(deps.db, accountId, async (trx) => {
      const clock = await readClock(trx, name)
      const decided = decideCleanUp({ ...clock, processNow: deps.now() }, everyMs)
      if (decided.save) await saveRun(trx, name, decided.save)
      return { now: clock.databaseNow, decision: decided }
    })
    if (decision.run) return work(accountId, now)
    cleanUpsHeld.inc({ job: name, reason: decision.because })
    const seen = { job: name, accountId, reason: decision.because, databaseNow: now, processNow: deps.now() }
    return deps.log.error(seen, 'the clock is implausible: nothing was deleted')
  })
