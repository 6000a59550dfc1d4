import { MOST_STATEMENT_LINES } from '@patchbay/contract/payments/day-constants'
import type { ReadLine } from '@patchbay/contract/payments/statement-rules'
import type { StatementProblem } from '@patchbay/contract/payments/workspace/payment-days'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { LaneResult } from '../../lib/queue/lane-worker.ts'
import { findModuleById, type Module } from '../../platform/modules/store.ts'
import { compareDay, compareLocked, publishDay } from '../payment-days/service.ts'
import { findDay, listNeighbours, lockDay, type PaymentDayRow, updateDay } from '../payment-days/store.ts'
import { askStatementPage } from './client.ts'
import { keepDay } from './rules.ts'
import { replaceLines } from './store.ts'

type Fetched = { ok: true; lines: ReadLine[] } | { ok: false; problem: StatementProblem }

/** All pages or nothing: half a statement would call every payment of the other half missing. */
const fetchPages = async (
  deps: Deps,
  module: Module,
  { from, to }: Pick<PaymentDayRow, 'from' | 'to'>,
  holds: () => boolean,
): Promise<Fetched | 'lease-lost'> => {
  const lines: ReadLine[] = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  for (let page = 1; ; page++) {
    if (!holds()) return 'lease-lost'
    const asked = await askStatementPage(deps, module, { from, to, cursor })
    if (!asked.ok) return { ok: false, problem: { ...asked.problem, page } }
    lines.push(...asked.lines)
    if (lines.length > MOST_STATEMENT_LINES) return { ok: false, problem: { code: 'too-long', page } }
    if (asked.next === undefined) return { ok: true, lines }
    if (cursors.has(asked.next)) return { ok: false, problem: { code: 'endless', page, value: asked.next } }
    cursors.add(asked.next)
    cursor = asked.next
  }
}

/** Stores a statement instead of the one before and compares the day. The caller holds the lock of the day. */
export const saveStatement = async (
  trx: Db,
  day: PaymentDayRow,
  lines: readonly ReadLine[],
  { source, at, skipped = 0 }: { source: 'module' | 'file'; at: Date; skipped?: number },
): Promise<void> => {
  const kept = keepDay(lines, day)
  await replaceLines(trx, day.id, kept.lines)
  const stored = { statement: 'ready', statementSource: source, statementAt: at } as const
  const outside = kept.outside + skipped
  await updateDay(trx, day.id, { ...stored, statementProblem: null, lines: kept.lines.length, outside })
  await compareLocked(trx, { ...day, statementSource: source })
}

export const failStatement = async (
  deps: Deps,
  accountId: number,
  dayId: number,
  problem: StatementProblem,
): Promise<void> => {
  await inAccount(deps.db, accountId, async (trx) => {
    const day = await lockDay(trx, dayId)
    if (day?.statement === 'requested') await updateDay(trx, dayId, { statement: 'failed', statementProblem: problem })
  })
  await publishDay(deps, accountId, dayId)
}

/** A payment close to midnight is in the statement of one day and in the invoices of the other. */
export const compareNeighbours = async (deps: Deps, accountId: number, day: PaymentDayRow): Promise<void> => {
  for (const id of await inAccount(deps.db, accountId, (trx) => listNeighbours(trx, day)))
    await compareDay(deps, accountId, id)
}

/** D-133: asks the module for the statement of a day that somebody requested. No transaction is open during the requests. */
export const fetchRequested = async (
  deps: Deps,
  accountId: number,
  dayId: number,
  holds: () => boolean,
): Promise<LaneResult> => {
  const { day, module } = await inAccount(deps.db, accountId, async (trx) => {
    const found = await findDay(trx, dayId)
    return { day: found, module: found && (await findModuleById(trx, found.moduleId)) }
  })
  if (day?.statement !== 'requested' || !module) return 'done'
  const fetched = await fetchPages(deps, module, day, holds)
  if (fetched === 'lease-lost') return 'more'
  if (!fetched.ok) {
    await failStatement(deps, accountId, dayId, fetched.problem)
    return 'done'
  }
  const saved = await inAccount(deps.db, accountId, async (trx) => {
    const locked = await lockDay(trx, dayId)
    // Meanwhile somebody uploaded a file, or another worker was faster.
    if (locked?.statement !== 'requested') return undefined
    await saveStatement(trx, locked, fetched.lines, { source: 'module', at: deps.now() })
    return locked
  })
  await publishDay(deps, accountId, dayId)
  if (saved) await compareNeighbours(deps, accountId, saved)
  return 'done'
}
