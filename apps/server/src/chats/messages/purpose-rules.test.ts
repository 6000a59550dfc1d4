import { describe, expect, it } from 'vitest'
import { answerDueAt, isAgreement, isAnswer } from './purpose-rules.ts'

describe('isAgreement', () => {
  it.for(['👍', '👍🏻', '👍🏽', '👍🏿', '👍\uFE0F'])('%s agrees', (emoji) => {
    expect(isAgreement(emoji)).toBe(true)
  })

  it.for(['👎', '❤️', '👌', '🔥', '👍👍', ''])('%s does not', (emoji) => {
    expect(isAgreement(emoji)).toBe(false)
  })
})

describe('isAnswer', () => {
  it('knows the reasons that are shown as an answer of the customer, and no other', () => {
    expect(['customer-agreed', 'paid', 'done by user 7', null].map(isAnswer)).toEqual([true, true, false, false])
  })
})

describe('answerDueAt', () => {
  it('is a day after the message', () => {
    expect(answerDueAt(new Date('2026-11-17T10:00:00Z'))).toEqual(new Date('2026-11-18T10:00:00Z'))
  })
})
