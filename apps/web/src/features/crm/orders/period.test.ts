import { expect, it } from 'vitest'
import { withinMonth } from './period.ts'

it('gives a first day the month that follows, and a last day the month before', () => {
  expect(withinMonth({ from: '2026-10-01', to: undefined }, 'from')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(withinMonth({ from: undefined, to: '2026-10-31' }, 'to')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
})

it('leaves days alone that lie near enough', () => {
  const near = { from: '2026-10-01', to: '2026-10-31' }
  expect(withinMonth(near, 'from')).toEqual(near)
  expect(withinMonth(near, 'to')).toEqual(near)
})

it('moves the other end when the two lie too far apart or are turned', () => {
  expect(withinMonth({ from: '2026-01-01', to: '2026-10-31' }, 'from')).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
  })
  expect(withinMonth({ from: '2026-01-01', to: '2026-10-31' }, 'to')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(withinMonth({ from: '2026-11-02', to: '2026-10-31' }, 'from').to).toBe('2026-12-02')
  expect(withinMonth({ from: '2026-11-02', to: '2026-10-31' }, 'to').from).toBe('2026-10-01')
})

it('ends with its first day: what has only a last one would reach back too far', () => {
  expect(withinMonth({ from: undefined, to: '2026-10-31' }, 'from')).toEqual({ from: undefined, to: undefined })
  expect(withinMonth({ from: '2026-10-01', to: undefined }, 'to')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(withinMonth({ from: undefined, to: undefined }, 'to')).toEqual({ from: undefined, to: undefined })
})
