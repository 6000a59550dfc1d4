import { expect, it } from 'vitest'
import { addFigures, type CallRow, figuresFor, mergeBreakdowns, reportFor } from './rules.ts'

const waits = (...counts: number[]) => [...counts, ...new Array<number>(12 - counts.length).fill(0)]

const row = (day: string, change: Partial<CallRow> = {}): CallRow => ({
  day,
  incoming: 3,
  answered: 2,
  missed: 1,
  returned: 1,
  firstContacts: 1,
  outgoing: 4,
  outgoingAnswered: 2,
  talkSeconds: 90,
  incomingByHour: Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 3 : 0)),
  missedByHour: Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 1 : 0)),
  answeredWaits: waits(1, 0, 0, 0, 0, 1),
  missedWaits: waits(0, 1),
  returnTimes: [0, 1, ...new Array<number>(13).fill(0)],
  ...change,
})

it('[D-123] has a service level: answered in time, of what was answered or missed', () => {
  const rows = [row('2026-11-16'), row('2026-11-17')]
  expect(figuresFor(rows, 20)).toMatchObject({ incoming: 6, missed: 2, withinLevel: 2, levelOf: 6 })
  expect(figuresFor(rows, 45)).toMatchObject({ withinLevel: 4, levelOf: 6 })
  expect(figuresFor([], 20)).toMatchObject({ incoming: 0, withinLevel: 0, levelOf: 0 })
})

it('[D-122] shows every day of the period, also one without calls, and the hours by weekday', () => {
  const report = reportFor([row('2026-11-16')], { from: '2026-11-15', to: '2026-11-16' }, 20)
  expect(report.days.map(({ day, figures }) => [day, figures.incoming])).toEqual([
    ['2026-11-15', 0],
    ['2026-11-16', 3],
  ])
  expect([report.incomingByHour[0]?.[9], report.missedByHour[0]?.[9], report.incomingByHour[6]?.[9]]).toEqual([3, 1, 0])
  expect([report.answeredWaits[5], report.missedWaits[1], report.returnTimes[1]]).toEqual([1, 1, 1])
})

it('adds up the members of a group', () => {
  const one = figuresFor([row('2026-11-16')], 20)
  expect(addFigures([one, one])).toEqual(figuresFor([row('2026-11-16'), row('2026-11-17')], 20))
})

it('[D-122] shows a module that was connected again as one', () => {
  const figures = figuresFor([row('2026-11-16')], 20)
  const twice = [
    { by: 'module', value: 'pbx', name: 'PBX', figures },
    { by: 'module', value: 'pbx', figures },
    { by: 'shop', value: 'pbx', figures },
  ] as const
  expect(mergeBreakdowns(twice).map(({ by, name, figures: { incoming } }) => [by, name, incoming])).toEqual([
    ['module', 'PBX', 6],
    ['shop', undefined, 3],
  ])
})
