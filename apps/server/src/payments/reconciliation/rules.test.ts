import { describe, expect, it } from 'vitest'
import { mayResend, nextStep, reconcileDelay, statusOfWord } from './rules.ts'

describe('an open operation', () => {
  const half = 0.5

  it('[D-46] is reconciled at 15 s, 1 m, 5 m, 15 m, 1 h, 6 h, then daily for a week, and then by a person', () => {
    let passed = 0
    const minutes = Array.from({ length: 13 }, (_, looks) => {
      passed += reconcileDelay(looks, half) ?? 0
      return passed / 60
    })
    expect(minutes).toEqual([0.25, 1, 5, 15, 60, 360, ...[1, 2, 3, 4, 5, 6, 7].map((days) => days * 1440)])
    expect(reconcileDelay(13, half)).toBeUndefined()
    expect(reconcileDelay(0, 0)).toBeCloseTo(12)
    expect(reconcileDelay(0, 1)).toBeCloseTo(18)
  })

  it('[D-46] is resent only to a module that declared itself idempotent', () => {
    expect(mayResend('unknown', true)).toBe(true)
    expect(mayResend('unknown', false)).toBe(false)
    expect(mayResend('accepted', true)).toBe(false)
  })

  it('[D-46] has one next step per state', () => {
    expect(
      ['requested', 'sent', 'unknown', 'accepted', 'needs_human', 'confirmed', 'rejected', 'superseded'].map((state) =>
        nextStep(state as 'sent'),
      ),
    ).toEqual(['send', 'expire-lease', 'reconcile', 'reconcile', 'nothing', 'nothing', 'nothing', 'nothing'])
  })
})

it('[D-46] maps the statuses of acquirers and ignores unknown ones', () => {
  const words = {
    pending: ['pending', 'requires_payment_method', 'requires_confirmation', 'requires_action', 'processing'],
    waitingForCapture: ['waitingForCapture', 'waiting_for_capture', 'requires_capture'],
    succeeded: ['succeeded'],
    canceled: ['canceled'],
    refundSucceeded: ['refundSucceeded', 'refunded'],
  }
  for (const [status, said] of Object.entries(words)) for (const word of said) expect(statusOfWord(word)).toBe(status)
  for (const word of ['toString', 'paid', '', undefined, 7, null]) expect(statusOfWord(word)).toBeUndefined()
})
