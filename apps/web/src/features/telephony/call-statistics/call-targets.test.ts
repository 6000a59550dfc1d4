import { expect, it } from 'vitest'
import { callTarget, partOf, partOfRow } from './call-targets.ts'

const PERIOD = { from: '2026-11-01', to: '2026-11-17' }

it('opens exactly the calls of a figure, of the period and of what the report is limited to', () => {
  expect(callTarget(PERIOD, partOf({ user: 7 }), 'returned')).toEqual({
    to: '/calls',
    search: { ...PERIOD, handledBy: 7, missed: true, returned: 'yes' },
  })
  expect(callTarget(PERIOD, {}, 'incoming', { weekday: 1, hour: 0 }).search).toEqual({
    ...PERIOD,
    direction: 'in',
    weekday: 1,
    hour: 0,
  })
})

it('opens the calls behind a share and a sum', () => {
  expect(callTarget(PERIOD, {}, 'withinLevel', { waitedTo: 20 }).search).toEqual({
    ...PERIOD,
    direction: 'in',
    result: 'answered',
    waitedTo: 20,
  })
  expect(callTarget(PERIOD, { site: 'berlin' }, 'talkSeconds').search).toEqual({ ...PERIOD, site: 'berlin' })
})

it('limits the report to the row of a breakdown', () => {
  expect(partOfRow('user', '7')).toEqual({ user: 7 })
  expect(partOfRow('shop', 'berlin')).toEqual({ site: 'berlin' })
  expect(partOfRow('number', '+49')).toEqual({ number: '+49' })
})
