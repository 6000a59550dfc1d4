import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Claim, LaneResult } from '../../lib/queue/lane-worker.ts'
import { type DayDiscrepancy, replaceDayDiscrepancies } from '../discrepancies/store.ts'
import { listLines, listOtherLines } from '../statements/store.ts'
import { deleteChanges, listChanges, listDaysOfInvoices } from './change-store.ts'
import { changesSince, differenceKey, stateAfter, storedEntry, totalsOf } from './day-rules.ts'
import { listStoredEntries, replaceEntries } from './entry-store.ts'
import { listDayInvoices } from './invoice-store.ts'
import { type Entry, matchDay } from './rules.ts'
import { lockDay, type PaymentDayRow, updateDay } from './store.ts'

/** After the commit. */
export const publishDay = ({ live }: Deps, accountId: number, id: number): Promise<void> =>
  live.publish(accountId, { type: 'payment-day-changed', id })

const loadEntries = async (trx: Db, day: PaymentDayRow): Promise<Entry[]> => {
  const { id, moduleId, from, to } = day
  const lines = await listLines(trx, id)
  const invoices = await listDayInvoices(trx, {
    ...{ moduleId, from, to },
    externalIds: [...new Set(lines.map(({ paymentId }) => paymentId))],
    invoiceIds: [...new Set(lines.flatMap(({ invoiceUuid }) => invoiceUuid ?? []))],
  })
  const otherLines = await listOtherLines(trx, day, {
    externalIds: invoices.flatMap(({ externalId }) => externalId ?? []),
    invoiceIds: invoices.map((one) => one.id),
  })
  return matchDay({ from, to, lines, invoices, otherLines })
}

const discrepanciesOf = (entries: readonly Entry[]): DayDiscrepancy[] =>
  entries.flatMap((entry) => {
    const { key, movement, paymentId, refundId, provider, ours, currency, at } = storedEntry(entry)
    return entry.differences.map(({ kind, detail }) => ({
      key: differenceKey(key, kind, { ...detail, provider: provider ?? '', ours: ours ?? '' }),
      kind,
      invoiceId: entry.invoice?.id ?? null,
      detail: { movement, paymentId, refundId, provider, ours, currency, at, ...detail },
    }))
  })

/** As many changes as a person looks through; how many there are is counted. */
const MOST_CHANGES_SHOWN = 200

/** D-134: compares the day; a closed one with what it was at the closing. The caller holds its lock. */
export const compareLocked = async (trx: Db, day: PaymentDayRow): Promise<void> => {
  if (day.statementSource === null) return
  const found = await loadEntries(trx, day)
  const entries = found.map(storedEntry)
  if (day.state === 'open') {
    await replaceEntries(trx, day.id, entries)
    await replaceDayDiscrepancies(trx, day, discrepanciesOf(found))
    const matched = entries.filter(({ result }) => result === 'matched').length
    await updateDay(trx, day.id, { matched, different: entries.length - matched, totals: totalsOf(entries) })
    return
  }
  const changes = changesSince(await listStoredEntries(trx, day.id), entries)
  const shown = changes.slice(0, MOST_CHANGES_SHOWN)
  await updateDay(trx, day.id, {
    state: stateAfter(day.state, changes),
    changes: shown,
    changeCount: changes.length,
  })
}

export const compareDay = async (deps: Deps, accountId: number, dayId: number): Promise<void> => {
  await inAccount(deps.db, accountId, async (trx) => {
    const day = await lockDay(trx, dayId)
    if (day) await compareLocked(trx, day)
  })
  await publishDay(deps, accountId, dayId)
}

const CHANGES_AT_ONCE = 500
const NEXT_RUN_SECONDS = 5

/**
 * D-134: compares the days of changed invoices again. Changes are deleted last: a worker that stops in between leaves them to
 * the next, and comparing a day twice changes nothing.
 */
export const compareChangedDays = async (deps: Deps, { accountId, holds }: Claim): Promise<LaneResult> => {
  const { changes, days } = await inAccount(deps.db, accountId, async (trx) => {
    const changes = await listChanges(trx, CHANGES_AT_ONCE)
    const invoiceIds = [...new Set(changes.map(({ invoiceId }) => invoiceId))]
    return { changes, days: changes.length === 0 ? [] : await listDaysOfInvoices(trx, invoiceIds) }
  })
  for (const dayId of days) {
    if (!holds()) return 'more'
    await compareDay(deps, accountId, dayId)
  }
  if (changes.length === 0) return 'done'
  const ids = changes.map(({ id }) => id)
  await inAccount(deps.db, accountId, (trx) => deleteChanges(trx, ids))
  // A transaction that commits slowly may have relied on this run: only one that finds nothing is the last.
  return changes.length === CHANGES_AT_ONCE ? 'more' : { waitSeconds: NEXT_RUN_SECONDS }
}
