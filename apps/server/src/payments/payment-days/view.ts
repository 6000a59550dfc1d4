import type {
  DayClosing,
  DayDifference,
  DayEntry,
  DayTotals,
  PaymentDay,
} from '@patchbay/contract/payments/workspace/payment-days'
import type { listDayDiscrepancies } from '../discrepancies/store.ts'
import { viewDiscrepancy } from '../discrepancies/view.ts'
import type { EntryRow } from './entry-store.ts'
import type { listClosings, PaymentDayRow } from './store.ts'

const viewStatement = (row: PaymentDayRow): PaymentDay['statement'] => ({
  state: row.statement,
  ...(row.statementAt && { at: row.statementAt.toISOString() }),
  ...(row.statementSource !== null && { source: row.statementSource }),
  lines: row.lines,
  outside: row.outside,
  ...(row.statementProblem && { problem: row.statementProblem }),
})

/** D-134 */
export const viewDay = (row: PaymentDayRow): PaymentDay => ({
  id: row.id,
  day: row.day,
  module: { code: row.moduleCode, name: row.moduleName },
  state: row.state,
  from: row.from.toISOString(),
  to: row.to.toISOString(),
  statement: viewStatement(row),
  matched: row.matched,
  different: row.different,
  unacknowledged: row.unacknowledged,
  totals: row.totals,
  changeCount: row.changeCount,
  ...(row.closedAt && { closedAt: row.closedAt.toISOString() }),
  ...(row.closedBy !== null && { closedBy: row.closedBy }),
})

export const viewClosing = (row: Awaited<ReturnType<typeof listClosings>>[number]): DayClosing => ({
  at: row.at.toISOString(),
  by: row.by,
  matched: row.matched,
  different: row.different,
  totals: row.totals as DayTotals[],
})

export const viewDifference = (row: Awaited<ReturnType<typeof listDayDiscrepancies>>[number]): DayDifference => ({
  ...viewDiscrepancy(row),
  ...(row.order_id !== null && { orderId: row.order_id }),
  ...(row.order_number !== null && { orderNumber: row.order_number }),
})

export const viewEntry = ({ place, entry: { key: _key, ...entry }, note }: EntryRow): DayEntry => ({
  place,
  ...entry,
  ...(note !== null && { note }),
})
