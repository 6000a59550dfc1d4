import { describe, expect, it } from 'vitest'
import { HOLD_EXPIRES, MISSED_CALL } from './rules.ts'

describe('the reasons of tasks that nobody creates', () => {
  it('have the words that the database keeps: rows of open tasks and their index are bound to them', () => {
    expect(MISSED_CALL).toBe('missed-call')
    expect(HOLD_EXPIRES).toBe('hold-expires')
  })
})
