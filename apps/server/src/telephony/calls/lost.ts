import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { decideLost } from '../events/rules.ts'
import { closeCards, lockSilentCalls, updateCall } from './store.ts'

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
