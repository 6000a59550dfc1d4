import { expect, it } from 'vitest'
import { type ChatRow, moodOf, NEGATIVE_REACTIONS, POSITIVE_REACTIONS, reportFor } from './rules.ts'

it('[D-124] reads satisfaction from the reactions of customers', () => {
  expect([moodOf('👍'), moodOf('😡'), moodOf('👀')]).toEqual(['positive', 'negative', 'neutral'])
})

it('[D-124] has every reaction once, in the form in which it is stored', () => {
  const all = [...POSITIVE_REACTIONS, ...NEGATIVE_REACTIONS]
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((emoji) => emoji.includes('\u{FE0F}'))).toEqual([])
})

const counts = (first: number) => [first, ...new Array<number>(14).fill(0)]

const row = (day: string): ChatRow => ({
  dimension: 'all',
  value: '',
  day,
  opened: 3,
  answered: 2,
  closed: 1,
  positive: 1,
  negative: 0,
  neutral: 0,
  firstResponses: counts(2),
  resolutions: counts(1),
  openedByHour: Array.from({ length: 24 }, (_, hour) => (hour === 10 ? 3 : 0)),
})

it('[D-122] shows every day of the period, adds up its histograms, and the hours by weekday', () => {
  const report = reportFor([row('2026-11-16'), row('2026-11-17')], { from: '2026-11-15', to: '2026-11-17' })
  expect(report.total).toMatchObject({ opened: 6, answered: 4, closed: 2, positive: 2, firstResponses: counts(4) })
  expect(report.days.map(({ figures }) => figures.opened)).toEqual([0, 3, 3])
  expect([report.openedByHour[0]?.[10], report.openedByHour[1]?.[10]]).toEqual([3, 3])
})
