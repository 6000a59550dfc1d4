import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, type Handled, handles } from '../../lib/queue/jobs.ts'
import { listAccountIds } from '../../platform/accounts/store.ts'
import { closeCards } from '../call-cards/store.ts'
import { deletePressesBefore } from '../click-to-call/store.ts'
import { decideLost } from './rules.ts'
import { lockSilentCalls, updateCall } from './store.ts'

const DAY_MS = 86_400_000

export const CLOSE_LOST = defineJob({ name: 'telephony.close-lost', payload: Type.Object({}), every: '*/5 * * * *' })

export const telephonyJobs = (deps: Deps): Handled[] => [
  handles(CLOSE_LOST, async () => {
    for (const accountId of await listAccountIds(deps.db)) {
      while ((await closeSilentCalls(deps, accountId)) > 0);
      const before = new Date(deps.now().getTime() - DAY_MS)
      await inAccount(deps.db, accountId, (trx) => deletePressesBefore(trx, before))
    }
  }),
]

const SILENT_MS = 4 * 3_600_000

/** D-24: closes calls of which nothing was heard for four hours; their record repairs them. Says how many it closed. */
export const closeSilentCalls = async (deps: Deps, accountId: number): Promise<number> => {
  const now = deps.now()
  const closed = await inAccount(deps.db, accountId, async (trx) => {
    const calls = await lockSilentCalls(trx, new Date(now.getTime() - SILENT_MS))
    for (const before of calls) {
      await updateCall(trx, before.id, decideLost(before, now).call)
      await closeCards(trx, before.id, 'lost')
    }
    return calls.map((before) => ({ before, users: decideLost(before, now).withdrawnFrom }))
  })
  for (const { before, users } of closed) {
    const version = before.version + 1
    const event = { type: 'call-card-withdrawn', callId: before.id, version, because: 'lost' } as const
    await deps.live.tell(accountId, { users }, event, { of: `call:${before.id}`, version })
  }
  return closed.length
}
