import { expect, it } from 'vitest'
import { withinMonth } from './period.ts'

it('fills in the end of the month after a start, or the start of the month before an end', () => {
  expect(withinMonth({ from: '2026-10-01', to: undefined }, 'from')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(withinMonth({ from: undefined, to: '2026-10-31' }, 'to')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
})

it('keeps a period that is short enough', () => {
  const near = { from: '2026-10-01', to: '2026-10-31' }
  expect(withinMonth(near, 'from')).toEqual(near)
  expect(withinMonth(near, 'to')).toEqual(near)
})

it('moves the other end when the period is too long or negative', () => {
  expect(withinMonth({ from: '2026-01-01', to: '2026-10-31' }, 'from')).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
  })
  expect(withinMonth({ from: '2026-01-01', to: '2026-10-31' }, 'to')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(withinMonth({ from: '2026-11-02', to: '2026-10-31' }, 'from').to).toBe('2026-12-02')
  expect(withinMonth({ from: '2026-11-02', to: '2026-10-31' }, 'to').from).toBe('2026-10-01')
})

it('clears the end with the start, since a period without a start would be too long', () => {
  expect(withinMonth({ from: undefined, to: '2026-10-31' }, 'from')).toEqual({ from: undefined, to: undefined })
  expect(withinMonth({ from: '2026-10-01', to: undefined }, 'to')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(withinMonth({ from: undefined, to: undefined }, 'to')).toEqual({ from: undefined, to: undefined })
})
