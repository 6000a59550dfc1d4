import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { forEachAccount } from '../../platform/accounts/service.ts'
import { closeCards } from '../call-cards/store.ts'
import { deleteCallRequestsBefore } from '../click-to-call/store.ts'
import { decideStale } from './rules.ts'
import { lockStaleCalls, updateCall } from './store.ts'

const DAY_MS = 86_400_000

export const CLOSE_STALE_CALLS = defineJob({
  name: 'telephony.close-lost',
  payload: Type.Object({}),
  every: '*/5 * * * *',
})

export const telephonyJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    CLOSE_STALE_CALLS,
    forEachAccount(deps, async (accountId) => {
      while ((await closeStaleCalls(deps, accountId)) > 0);
      const before = new Date(deps.now().getTime() - DAY_MS)
      await inAccount(deps.db, accountId, (trx) => deleteCallRequestsBefore(trx, before))
    }),
  ),
]

const STALE_MS = 4 * 3_600_000

/** D-24: closes calls of which nothing was heard for four hours; their record repairs them. Says how many it closed. */
export const closeStaleCalls = async (deps: Deps, accountId: number): Promise<number> => {
  const now = deps.now()
  const closed = await inAccount(deps.db, accountId, async (trx) => {
    const calls = await lockStaleCalls(trx, new Date(now.getTime() - STALE_MS))
    for (const before of calls) {
      await updateCall(trx, before.id, decideStale(before, now).call)
      await closeCards(trx, before.id, 'lost')
    }
    return calls.map((before) => ({ before, users: decideStale(before, now).withdrawFrom }))
  })
  for (const { before, users } of closed) {
    const version = before.version + 1
    const event = { type: 'call-card-withdrawn', callId: before.id, version, because: 'lost' } as const
    await deps.live.publish(accountId, event, { users }, { of: `call:${before.id}`, version })
  }
  return closed.length
}
