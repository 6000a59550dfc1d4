import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import type { ReplicaAge } from '../../lib/db/replica-probe.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { type Account, getAccount } from '../accounts/store.ts'
import { mayBeLate, type ReportPeriod, readReportPeriod } from './rules.ts'

type Current<Now> = { account: Account; period: ReportPeriod; now: Now }
type Report<Figures> = { figures: Figures; replica?: ReplicaAge }

/**
 * D-157: figures may come from a replica, and say so. The settings of the account and what a report says of this moment are
 * always read from the primary. Without a replica all of it is one transaction.
 */
export const readReport = async <Now, Figures>(
  { db, reports, now: clock }: Deps,
  accountId: number,
  query: { from?: string; to?: string },
  loadNow: (trx: Db) => Promise<Now>,
  loadFigures: (trx: Db, current: Current<Now>) => Promise<Figures>,
): Promise<Report<Figures>> => {
  const loadCurrent = async (trx: Db): Promise<Current<Now>> => {
    const account = await getAccount(trx)
    const read = readReportPeriod(query, clock(), account.timezone)
    if (!read.ok) return fail('input_invalid', { fields: read.fields })
    return { account, period: read.period, now: await loadNow(trx) }
  }
  if (!reports)
    return inAccount(db, accountId, async (trx) => ({ figures: await loadFigures(trx, await loadCurrent(trx)) }))
  const current = await inAccount(db, accountId, loadCurrent)
  const load = (trx: Db) => loadFigures(trx, current)
  if (!mayBeLate(current.period, clock(), current.account.timezone))
    return { figures: await inAccount(db, accountId, load) }
  const { result, replica } = await reports.read(accountId, load)
  return { figures: result, ...(replica && { replica }) }
}
