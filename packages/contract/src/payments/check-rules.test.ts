import { expect, it } from 'vitest'
import { minor } from '../base/money.ts'
import { decideCheck, isOutdated, isStillPayable, whyClosed } from './check-rules.ts'

const sum = (units: number) => minor(BigInt(units))

const facts = {
  status: 'pending' as const,
  failed: false,
  openKind: null,
  amount: sum(100),
  currency: 'EUR',
  orderExists: true,
  paymentAmount: sum(100),
  paymentPaid: false,
  owed: sum(100),
  unchanged: true,
  otherLive: false,
  shopGone: false,
  moduleOff: false,
}

it('[P-06][P-19][D-43][D-89] a check fails only for a reason, and names it', () => {
  const asked = { amount: sum(100), currency: 'EUR' }
  const why = (more: object, otherwise: object = {}) => decideCheck({ ...facts, ...more }, { ...asked, ...otherwise })
  expect(why({})).toBeUndefined()
  expect(why({ status: null })).toBeUndefined()
  expect(why({ status: 'waitingForCapture' })).toBeUndefined()
  expect(why({}, { currency: undefined })).toBeUndefined()
  expect(why({ openKind: 'approve' })).toBeUndefined()
  expect(decideCheck(undefined, asked)).toBe('There is no such invoice')
  expect(why({ failed: true })).toBe('The invoice was not created')
  expect(why({ status: 'canceled' })).toBe('The invoice is canceled')
  expect(why({ status: 'succeeded' })).toBe('The invoice is already paid')
  expect(why({ status: 'refundSucceeded' })).toBe('The invoice was paid and refunded')
  expect(why({ openKind: 'cancel' })).toBe('The invoice is being canceled')
  expect(why({ orderExists: false })).toBe('The order no longer exists')
  expect(why({ paymentAmount: null })).toBe('The payment no longer exists')
  expect(why({}, { currency: 'USD' })).toBe('The invoice is in EUR, not in USD')
  expect(why({}, { amount: sum(99) })).toBe('The amount is not the invoice’s')
  expect(why({}, { amount: undefined })).toBe('The amount is not the invoice’s')
  expect(why({ paymentAmount: sum(99) })).toBe('The order has changed since the invoice was issued')
  expect(why({ unchanged: false })).toBe('The order has changed since the invoice was issued')
  expect(why({ otherLive: true })).toBe('Another invoice of this payment is open or paid')
  expect(why({ shopGone: true })).toBe('The shop that it was to be paid through was removed')
  expect(why({ shopGone: true, status: null })).toBe('The shop that it was to be paid through was removed')
  expect(why({ moduleOff: true })).toBe('The payment module is switched off')
  expect(why({ paymentPaid: true })).toBe('The payment is already paid')
  for (const closed of [{ shopGone: true }, { moduleOff: true }, { paymentPaid: true }])
    expect(why({ ...closed, status: 'waitingForCapture' })).toBeUndefined()
  expect(why({ owed: sum(99) })).toBe('The order no longer owes this sum, only 0.99 EUR')
  expect(why({ owed: sum(101) })).toBeUndefined()
})

it('[D-51][D-89] an invoice is outdated when the order, the payment or what is owed is no longer what it was for', () => {
  expect(isOutdated(facts)).toBe(false)
  expect(isOutdated({ ...facts, owed: sum(101) })).toBe(false)
  expect(isOutdated({ ...facts, owed: sum(99) })).toBe(true)
  expect(isOutdated({ ...facts, unchanged: false })).toBe(true)
  expect(isOutdated({ ...facts, paymentAmount: sum(99) })).toBe(true)
})

it('[P-06][D-48][D-89] a link is given out only while it can be paid by', () => {
  expect(isStillPayable(facts)).toBe(true)
  expect(isStillPayable({ ...facts, unchanged: false })).toBe(false)
  expect(isStillPayable({ ...facts, shopGone: true })).toBe(false)
  expect(whyClosed({ ...facts, shopGone: true, moduleOff: true })?.code).toBe('payment_shop_gone')
  expect(whyClosed({ ...facts, moduleOff: true, paymentPaid: true })?.code).toBe('module_inactive')
  expect(whyClosed({ ...facts, paymentPaid: true })?.code).toBe('payment_paid')
  expect(whyClosed(facts)).toBeUndefined()
})
