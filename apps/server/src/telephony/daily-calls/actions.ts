import { fromLocalTime, lastDays } from '@patchbay/contract/base/local-time'
import type { getDailyCalls } from '@patchbay/contract/telephony/workspace/daily-calls'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listCallsByDay } from './store.ts'

const DAYS = 14

export const showDailyCalls: Action<Deps, typeof getDailyCalls> = async (deps, { accountId }) => {
  const { timezone } = await deps.accounts.account(accountId)
  const now = deps.now()
  const days = lastDays(now, timezone, DAYS)
  const from = fromLocalTime(days[0] ?? '', timezone) ?? now
  const rows = await inAccount(deps.db, accountId, (trx) => listCallsByDay(trx, from, timezone))
  const known = new Map(rows.map((row) => [row.day, row]))
  return { success: true, days: days.map((day) => known.get(day) ?? { day, answered: 0, missed: 0 }) }
}
