import { expect, it } from 'vitest'
import { createFormat } from '../lib/format.ts'
import { durationColumns, shareText } from './duration-columns.ts'

const format = createFormat({ locale: 'en', timezone: 'UTC', currency: 'USD' })
const texts = {
  upTo: (bound: string) => `≤ ${bound}`,
  over: (bound: string) => `> ${bound}`,
  within: (bound: string) => `within ${bound}`,
  longer: (bound: string) => `over ${bound}`,
}
const targetOf = (search: object) => ({ to: '/calls' as const, search })

it('has a column for each bucket; only those with something open a list, of exactly that bucket', () => {
  const columns = durationColumns([5, 60], [{ counts: [2, 0, 1], targetOf }], { format, texts })
  expect(columns.map(({ name }) => name)).toEqual(['≤ 5 sec', '≤ 1 min', '> 1 min'])
  expect(columns.map(({ bars }) => bars[0]?.target?.search)).toEqual([
    { over: 0, to: 5 },
    undefined,
    { over: 60, to: undefined },
  ])
})

it('says within what bound a share lies', () => {
  const words = { format, texts }
  expect(shareText([1, 1, 0], [30, 60], 0.5, words)).toBe('within 30 sec')
  expect(shareText([0, 0, 3], [30, 60], 0.5, words)).toBe('over 1 min')
  expect(shareText([0, 0, 0], [30, 60], 0.5, words)).toBe('–')
})
