import { minor } from '@patchbay/contract/base/money'
import { expect, it } from 'vitest'
import { decideCheck } from './rules.ts'

const sum = (units: number) => minor(BigInt(units))

it('[P-06][P-19][D-43] a check fails only for a reason, and names it', () => {
  const facts = {
    status: 'pending' as const,
    failed: false,
    openKind: null,
    amount: sum(100),
    currency: 'EUR',
    orderExists: true,
    paymentAmount: sum(100),
    unchanged: true,
    otherLive: false,
    shopGone: false,
  }
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
  expect(why({ shopGone: true, status: 'waitingForCapture' })).toBeUndefined()
})
