import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { type Invoice, lockInvoice } from '../invoices/store.ts'
import { judgeReport } from '../reports/rules.ts'
import { classify, decideSettle, mayResend } from './rules.ts'
import { findOpenOperation, lockOperation, type Operation } from './store.ts'

// The few decisions on which "never charged twice" rests, in one place. The model test plants a bug in each of them and
// must find it; nobody else passes anything but these.

/** The invoice first, then its operation: the order of every transaction that needs both. */
const lockBoth = async (
  trx: Db,
  { id, invoiceId }: Pick<Operation, 'id' | 'invoiceId'>,
): Promise<[Invoice | undefined, Operation | undefined]> => {
  const invoice = await lockInvoice(trx, invoiceId)
  return [invoice, await lockOperation(trx, id)]
}

export const DECISIONS = {
  classify,
  decideSettle,
  mayResend,
  judgeReport,
  lockBoth,
  findOpen: findOpenOperation,
  keyOf: (operation: Pick<Operation, 'id'>): string => operation.id,
}
export type Decisions = typeof DECISIONS

/** Where a process may die in the life of an operation. */
export type CrashPoint = 'before-call' | 'after-call' | 'after-commit'

/** What the life of an operation needs. Tests give other decisions, and a way to die at each point. */
export type PaymentDeps = Deps & {
  decisions?: Partial<Decisions>
  at?: (point: CrashPoint, operation: Pick<Operation, 'id' | 'invoiceId' | 'kind'>) => Promise<void>
}

export const decisionsOf = (deps: PaymentDeps): Decisions => ({ ...DECISIONS, ...deps.decisions })
