import type { TaskContent } from '@patchbay/contract/crm/workspace/tasks'
import { describe, expect, it } from 'vitest'
import { contentOf, HOLD_EXPIRES, MISSED_CALL, storedContent } from './rules.ts'

describe('the kinds of tasks that the system creates', () => {
  it('have the values that stored tasks and their partial index use', () => {
    expect(MISSED_CALL).toBe('missed-call')
    expect(HOLD_EXPIRES).toBe('hold-expires')
  })
})

describe('storedContent and contentOf', () => {
  it.for<[TaskContent, ReturnType<typeof storedContent>]>([
    [
      { kind: 'custom', text: 'Send the catalogue' },
      { text: 'Send the catalogue', reason: null, data: null },
    ],
    [
      { kind: 'missed-call', phone: '+46 8 500 550 05' },
      { text: '', reason: 'missed-call', data: { phone: '+46 8 500 550 05' } },
    ],
    [
      { kind: 'hold-expires', orderNumber: '12A', expiresAt: '2026-12-01T10:00:00.000Z' },
      { text: '', reason: 'hold-expires', data: { orderNumber: '12A', expiresAt: '2026-12-01T10:00:00.000Z' } },
    ],
  ])('a task is stored and read back as it was: %o', ([content, stored]) => {
    expect(storedContent(content)).toEqual(stored)
    expect(contentOf(stored)).toEqual(content)
  })

  it('a task of an earlier version has no data and keeps its text', () => {
    const old = { text: 'Call back +14155550100', reason: 'missed-call', data: null }
    expect(contentOf(old)).toEqual({ kind: 'custom', text: 'Call back +14155550100' })
  })
})
