import { minor } from '@patchbay/contract/base/money'
import { expect, it } from 'vitest'
import { canInvoiceIn, whyNotInvoiced } from './rules.ts'

it('[P-02][D-90] invoices only in currencies of the module, and in none that was withdrawn', () => {
  expect([canInvoiceIn('EUR', ['EUR', 'HRK']), canInvoiceIn('USD', ['EUR']), canInvoiceIn('USD', [])]).toEqual([
    ...[true, false, true],
  ])
  expect([canInvoiceIn('HRK', ['EUR', 'HRK']), canInvoiceIn('HRK', [])]).toEqual([false, false])
})

const why = (amount: bigint, owed: bigint, paid = false) =>
  whyNotInvoiced({ amount: minor(amount), owed: minor(owed), paid })

it('[D-87] a payment that is paid cannot be invoiced, whatever is owed', () => {
  expect(why(1n, 1n, true)).toBe('payment_paid')
  expect(why(0n, 0n, true)).toBe('payment_paid')
})

it('[D-87] nothing cannot be invoiced', () => {
  expect(why(0n, 1n)).toBe('payment_amount_zero')
  expect(why(1n, 1n)).toBeUndefined()
})

it('[D-87] no more can be invoiced than the order owes', () => {
  expect(why(100n, 100n)).toBeUndefined()
  expect(why(99n, 100n)).toBeUndefined()
  expect(why(101n, 100n)).toBe('payment_above_owed')
})
