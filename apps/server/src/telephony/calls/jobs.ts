import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { WALLS } from '../../lib/live/live.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { handleRetention } from '../../platform/clean-up/retention-service.ts'
import { cleanUpEachAccount, DAYS, HOURS, MINUTES } from '../../platform/clean-up/service.ts'
import { readForEveryone } from '../../platform/notifications/service.ts'
import { closeCards } from '../call-cards/store.ts'
import { deleteCallRequestsBefore } from '../click-to-call/store.ts'
import { deleteOldCalls } from './retention-service.ts'
import { decideStale } from './rules.ts'
import { lockStaleCalls, updateCall } from './store.ts'

export const CLOSE_STALE_CALLS = defineJob({
  name: 'telephony.close-lost',
  payload: Type.Object({}),
  every: '*/5 * * * *',
})

export const PURGE_CALLS = defineJob({ name: 'calls.purge', payload: Type.Object({}), every: '51 * * * *' })

export const telephonyJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    CLOSE_STALE_CALLS,
    cleanUpEachAccount(deps, CLOSE_STALE_CALLS, 5 * MINUTES, async (accountId, now) => {
      while ((await closeStaleCalls(deps, accountId, now)) > 0);
      const before = new Date(now.getTime() - DAYS)
      await inAccount(deps.db, accountId, (trx) => deleteCallRequestsBefore(trx, before))
    }),
  ),
  handleRetention(deps, PURGE_CALLS, 'calls', deleteOldCalls),
]

const STALE_MS = 4 * HOURS

/** D-24: closes calls without an event for four hours; an uploaded record corrects them later. Returns how many. */
export const closeStaleCalls = async (deps: Deps, accountId: number, now: Date): Promise<number> => {
  const closed = await inAccount(deps.db, accountId, async (trx) => {
    const calls = await lockStaleCalls(trx, new Date(now.getTime() - STALE_MS))
    for (const before of calls) {
      await updateCall(trx, before.id, decideStale(before, now).call)
      await closeCards(trx, before.id, 'lost')
      await readForEveryone(trx, ['call'], before.id)
    }
    return calls.map((before) => ({ before, users: decideStale(before, now).withdrawFrom }))
  })
  for (const { before, users } of closed) {
    const version = before.version + 1
    const event = { type: 'call-card-withdrawn', callId: before.id, version, because: 'lost' } as const
    await deps.live.publish(accountId, event, { users }, { of: `call:${before.id}`, version })
  }
  if (closed.length > 0) await deps.live.publish(accountId, { type: 'open-calls-changed' }, { topic: WALLS })
  return closed.length
}
