import { toDecimal } from '@patchbay/contract/base/money'
import type { TraceVerdict } from '@patchbay/contract/platform/workspace/traces'
import type { Invoice } from '../invoices/store.ts'
import { isOpen } from '../operations/rules.ts'
import type { Operation } from '../operations/store.ts'

type JudgedOperation = Pick<Operation, 'kind' | 'state' | 'errorMsg'>
type JudgedInvoice = Pick<Invoice, 'status' | 'failed' | 'errorMsg' | 'amount' | 'currency'>

const ofOperation = ({ kind, state, errorMsg }: JudgedOperation): TraceVerdict[] => {
  if (state === 'unknown' || state === 'needs_human')
    return [{ code: 'operation.unknown', ok: false, values: { kind } }]
  if (isOpen(state)) return [{ code: 'operation.in-progress', values: { kind } }]
  if (state !== 'rejected' || kind === 'create') return []
  return [{ code: 'operation.rejected', ok: false, values: { kind, ...(errorMsg !== null && { said: errorMsg }) } }]
}

const ofInvoice = ({ status, failed, errorMsg, amount, currency }: JudgedInvoice): TraceVerdict[] => {
  const said = errorMsg === null ? {} : { said: errorMsg }
  if (failed) return [{ code: 'invoice.not-issued', ok: false, values: said }]
  if (status === null) return []
  const values = { status, amount: toDecimal(amount, currency), currency }
  return [{ code: 'invoice.status', ...(status === 'succeeded' && { ok: true }), values }]
}

/** D-46: where the invoice stands, what its last operation came to, and reports that contradict it. */
export const verdictsOf = (
  invoice: JudgedInvoice,
  last: JudgedOperation | undefined,
  discrepancies: number,
): TraceVerdict[] => [
  ...ofInvoice(invoice),
  ...(last ? ofOperation(last) : []),
  ...(discrepancies > 0 ? [{ code: 'invoice.discrepancies', ok: false, values: { count: discrepancies } }] : []),
]
