import { expect, it } from 'vitest'
import { INVOICE_STATUSES } from '../base/constants.ts'
import { isAllowedMove, isInvoiceStatus, targetStatus } from './invoice-rules.ts'
import { type InvoiceStatus, OPERATION_KINDS } from './statuses.ts'

// That the table is the specification's, row for row, is tested by payments/invoices of the server, which may read documents.

const ALL = [null, ...INVOICE_STATUSES]
const from = (kind: (typeof OPERATION_KINDS)[number]) => ALL.filter((status) => targetStatus(kind, status))

it('[P-11] approve leads only from a hold to a charge', () => {
  expect(from('approve')).toEqual(['waitingForCapture'])
  expect(targetStatus('approve', 'waitingForCapture')).toBe('succeeded')
})

it('[P-12][P-13] cancel ends what is not paid, and nothing else', () => {
  expect(from('cancel')).toEqual(['pending', 'waitingForCapture'])
  for (const status of from('cancel')) expect(targetStatus('cancel', status)).toBe('canceled')
})

it('[P-14] only what is paid can be refunded', () => {
  expect(from('refund')).toEqual(['succeeded'])
  expect(targetStatus('refund', 'succeeded')).toBe('refundSucceeded')
})

it('[P-08] create is the only way into the table', () => {
  expect(from('create')).toEqual([null])
  expect(INVOICE_STATUSES.filter((status) => isAllowedMove(null, status))).toEqual(['pending'])
})

it('[P-15] what is canceled or refunded stays so, and no move leads back', () => {
  const order: InvoiceStatus[] = ['pending', 'waitingForCapture', 'succeeded', 'canceled', 'refundSucceeded']
  for (const [place, status] of order.entries()) {
    for (const before of order.slice(0, place + 1)) expect(isAllowedMove(status, before)).toBe(false)
    for (const kind of OPERATION_KINDS)
      if (place > 2) expect(targetStatus(kind, status), `${kind} of ${status}`).toBeUndefined()
  }
  expect(isAllowedMove('canceled', 'refundSucceeded')).toBe(false)
})

it('[D-42] knows the five statuses, and takes no other word for one', () => {
  expect(INVOICE_STATUSES.every(isInvoiceStatus)).toBe(true)
  expect(['paid', 'Pending', 'cancelled', ''].some(isInvoiceStatus)).toBe(false)
})
