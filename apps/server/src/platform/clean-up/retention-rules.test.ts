import { RETENTION, RETENTION_KINDS } from '@patchbay/contract/platform/retention-constants'
import { expect, it } from 'vitest'
import { cutoffFor, isDayComputable, keepDaysFor, readRetention, retentionProblems } from './retention-rules.ts'

const NOW = new Date('2026-11-18T03:00:00Z')

it('[D-144] keeps business data for ever and logs for their time, unless the account says otherwise', () => {
  expect(keepDaysFor('calls', undefined)).toBeNull()
  expect(keepDaysFor('traffic', undefined)).toBe(30)
  expect(keepDaysFor('traffic', null)).toBeNull()
  expect(keepDaysFor('calls', 90)).toBe(90)
  for (const kind of RETENTION_KINDS)
    expect(RETENTION[kind].normally ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(RETENTION[kind].least)
})

it('[D-144] deletes whole days of the account, also where the clock changes', () => {
  expect(cutoffFor(null, NOW, 'UTC')).toBeUndefined()
  expect(cutoffFor(30, NOW, 'UTC')?.toISOString()).toBe('2026-10-19T00:00:00.000Z')
  expect(cutoffFor(30, NOW, 'America/New_York')?.toISOString()).toBe('2026-10-18T04:00:00.000Z')
  expect(cutoffFor(24, NOW, 'Europe/Berlin')?.toISOString()).toBe('2026-10-24T22:00:00.000Z')
  expect(cutoffFor(23, NOW, 'Europe/Berlin')?.toISOString()).toBe('2026-10-25T23:00:00.000Z')
})

it('[D-144] refuses less than the least of a kind', () => {
  expect(retentionProblems([{ kind: 'calls', keepDays: 30 }])).toEqual({})
  expect(retentionProblems([{ kind: 'action-log', keepDays: null }])).toEqual({})
  expect(retentionProblems([{ kind: 'action-log', keepDays: 364 }])).toEqual({
    'action-log': 'is kept for at least 365 days',
  })
})

it('[D-144] reads a setting of the command line', () => {
  expect(readRetention('calls=1095')).toEqual({ kind: 'calls', keepDays: 1095 })
  expect(readRetention('messages=forever')).toEqual({ kind: 'messages', keepDays: null })
  for (const wrong of ['calls', 'calls=', 'calls=0', 'calls=-1', 'calls=1.5', 'call=30', 'calls=always'])
    expect(readRetention(wrong)).toBeUndefined()
})

it('[D-144] computes no day of which something was deleted', () => {
  const deletedTo = new Date('2026-10-19T00:00:00Z')
  expect(isDayComputable(new Date('2026-10-18T00:00:00Z'), deletedTo)).toBe(false)
  expect(isDayComputable(deletedTo, deletedTo)).toBe(true)
  expect(isDayComputable(new Date(0), undefined)).toBe(true)
})
