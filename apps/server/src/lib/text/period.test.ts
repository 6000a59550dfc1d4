import { expect, it } from 'vitest'
import { readPeriod } from './period.ts'

it('includes the whole last day, also one of 25 hours', () => {
  expect(readPeriod({ from: '2026-10-25', to: '2026-10-25' }, 'Europe/Stockholm')).toEqual({
    ok: true,
    period: { from: new Date('2026-10-24T22:00:00Z'), to: new Date('2026-10-25T23:00:00Z') },
  })
})

it('ends at a time, if one is given', () => {
  expect(readPeriod({ to: '2026-11-16 12:00:00' }, 'UTC')).toEqual({
    ok: true,
    period: { to: new Date('2026-11-16T12:00:00Z') },
  })
  expect(readPeriod({}, 'UTC')).toEqual({ ok: true, period: {} })
})

it('rejects what is no time, by name', () => {
  expect(readPeriod({ from: '2026-02-31', to: '2026-13-01' }, 'UTC')).toEqual({
    ok: false,
    fields: { from: 'is not a time: 2026-02-31', to: 'is not a time: 2026-13-01' },
  })
})
