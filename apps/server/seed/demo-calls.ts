// Calls of the demo account that its managers made from their mobile phones. Existing ones are not repeated.

import { FERN_TRADE } from '@patchbay/testkit/fixture-orders'
import type { Deps } from '../src/deps.ts'
import { inAccount } from '../src/lib/db/transaction.ts'
import { logCall } from '../src/telephony/calls/logged-actions.ts'
import { hasLoggedCalls } from '../src/telephony/calls/logged-store.ts'
import { httpStub } from './http-stub.ts'
import { userCaller } from './user-caller.ts'

const HOUR = 3_600_000

const CALLS = [
  { by: 'bruno', customer: 0, hoursAgo: 26, minutes: 4, note: 'Confirmed the delivery for Saturday before noon' },
  { by: 'chiara', customer: 3, hoursAgo: 50, minutes: 2, note: 'Asks for the invoice by email, not by post' },
  { by: 'bruno', customer: 7, hoursAgo: 75, minutes: 0, note: 'Tried twice from the van' },
] as const

export const seedCalls = async (deps: Deps, accountId: number, userIds: Record<string, number>): Promise<number> => {
  if (await inAccount(deps.db, accountId, hasLoggedCalls)) return 0
  let made = 0
  for (const { by, customer, hoursAgo, minutes, note } of CALLS) {
    const [userId, phone] = [userIds[by], FERN_TRADE.customers[customer]?.phone]
    if (!userId || phone === undefined) continue
    const call = {
      direction: 'out' as const,
      phone,
      startedAt: new Date(deps.now().getTime() - hoursAgo * HOUR).toISOString(),
      result: minutes > 0 ? ('answered' as const) : ('no answer' as const),
      ...(minutes > 0 && { duration: minutes * 60 }),
      note,
    }
    await logCall(deps, userCaller(accountId, userId, 'manager'), { body: { call } }, httpStub)
    made++
  }
  return made
}
