import type { TaskContent } from '@patchbay/contract/crm/workspace/tasks'
import { describe, expect, it } from 'vitest'
import {
  ANSWER_PENDING,
  contentOf,
  dayOfMonth,
  HOLD_EXPIRES,
  MISSED_CALL,
  nextDueAt,
  storedContent,
  type TaskRepeat,
} from './rules.ts'

describe('the kinds of tasks that the system creates', () => {
  it('have the values that stored tasks and their partial index use', () => {
    expect(MISSED_CALL).toBe('missed-call')
    expect(HOLD_EXPIRES).toBe('hold-expires')
    expect(ANSWER_PENDING).toBe('answer-pending')
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
    [
      { kind: 'answer-pending', to: 'proposal', chatId: 7, customer: 'Vera' },
      { text: '', reason: 'answer-pending', data: { to: 'proposal', chatId: 7, customer: 'Vera' } },
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

describe('nextDueAt', () => {
  const next = (due: string, repeat: TaskRepeat, zone: string, options: { now?: string; day?: number } = {}) =>
    nextDueAt(
      { dueAt: new Date(due), repeat, repeatDay: options.day ?? null },
      zone,
      new Date(options.now ?? due),
    ).toISOString()

  it('is a day, a week or a month later, at the same time of the day', () => {
    expect(next('2026-11-15T09:00:00Z', 'daily', 'UTC')).toBe('2026-11-16T09:00:00.000Z')
    expect(next('2026-11-15T09:00:00Z', 'weekly', 'UTC')).toBe('2026-11-22T09:00:00.000Z')
    expect(next('2026-12-15T09:00:00Z', 'monthly', 'UTC')).toBe('2027-01-15T09:00:00.000Z')
  })

  it('keeps the end of the month: January 31 is followed by February 28 and March 31', () => {
    expect(next('2026-01-31T09:00:00Z', 'monthly', 'UTC', { day: 31 })).toBe('2026-02-28T09:00:00.000Z')
    expect(next('2026-02-28T09:00:00Z', 'monthly', 'UTC', { day: 31 })).toBe('2026-03-31T09:00:00.000Z')
    expect(next('2028-01-30T09:00:00Z', 'monthly', 'UTC', { day: 30 })).toBe('2028-02-29T09:00:00.000Z')
  })

  it('keeps the hour of the account’s clock when it changes', () => {
    // Madrid: 09:00 is 08:00 UTC in winter and 07:00 UTC in summer.
    expect(next('2026-03-28T08:00:00Z', 'daily', 'Europe/Madrid')).toBe('2026-03-29T07:00:00.000Z')
    expect(next('2026-10-24T07:00:00Z', 'daily', 'Europe/Madrid')).toBe('2026-10-25T08:00:00.000Z')
    // 02:30 does not exist on March 29: the hour after it.
    expect(next('2026-03-28T01:30:00Z', 'daily', 'Europe/Madrid')).toBe('2026-03-29T01:30:00.000Z')
  })

  it('takes the day of the account: late on the 31st in Los Angeles is the 1st in UTC', () => {
    const due = '2026-02-01T07:30:00Z'
    expect(dayOfMonth(new Date(due), 'America/Los_Angeles')).toBe(31)
    expect(next(due, 'monthly', 'America/Los_Angeles', { day: 31 })).toBe('2026-03-01T07:30:00.000Z')
  })

  it('skips what has passed: a task that is completed late has one next task, in the future', () => {
    expect(next('2026-11-01T09:00:00Z', 'daily', 'UTC', { now: '2026-11-15T10:00:00Z' })).toBe(
      '2026-11-16T09:00:00.000Z',
    )
    expect(next('2026-11-20T09:00:00Z', 'daily', 'UTC', { now: '2026-11-15T10:00:00Z' })).toBe(
      '2026-11-21T09:00:00.000Z',
    )
    expect(next('2000-01-01T09:00:00Z', 'daily', 'UTC', { now: '2026-11-15T10:00:00Z' })).toBe(
      '2026-11-16T10:00:00.000Z',
    )
  })
})
