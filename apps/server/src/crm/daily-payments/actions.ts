import { fromLocalTime, lastDays } from '@patchbay/contract/base/local-time'
import type { getDailyPayments } from '@patchbay/contract/crm/workspace/daily-payments'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { dailyPaymentsFor } from './rules.ts'
import { listPaidByDay } from './store.ts'

const DAYS = 14

export const showDailyPayments: Action<Deps, typeof getDailyPayments> = async (deps, { accountId }) => {
  const { timezone, currency } = await deps.accounts.account(accountId)
  const now = deps.now()
  const days = lastDays(now, timezone, DAYS)
  const from = fromLocalTime(days[0] ?? '', timezone) ?? now
  const rows = await inAccount(deps.db, accountId, (trx) => listPaidByDay(trx, from, timezone))
  return { success: true, days, currencies: dailyPaymentsFor(rows, days, currency) }
}
