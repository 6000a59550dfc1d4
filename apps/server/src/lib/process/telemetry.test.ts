import { expect, it } from 'vitest'
import { gauges, metrics } from './telemetry.ts'

/** The values that a scrape shows, without those of other tests. */
const scrape = async (prefix: string): Promise<string[]> =>
  (await metrics.metrics())
    .split('\n')
    .filter((line) => line.startsWith(prefix))
    .sort()

const define = (prefix: string) => ({
  [`${prefix}_by_kind`]: { help: 'with a label', label: 'kind' },
  [`${prefix}_one`]: { help: 'one' },
  [`${prefix}_two`]: { help: 'two' },
})

const valuesOf = (prefix: string, value: number) => [
  { name: `${prefix}_by_kind`, label: 'webhook', value },
  { name: `${prefix}_one`, label: '', value },
  { name: `${prefix}_two`, label: '', value },
]

const linesOf = (prefix: string, value: number) => [
  `${prefix}_by_kind{kind="webhook"} ${value}`,
  `${prefix}_one ${value}`,
  `${prefix}_two ${value}`,
]

it('every gauge shows what was read for this scrape, by one read for all', async () => {
  let reads = 0
  gauges(define('read'), async () => valuesOf('read', ++reads))
  expect(await scrape('read_')).toEqual(linesOf('read', 1))
  expect(await scrape('read_')).toEqual(linesOf('read', 2))
  expect(await Promise.all([scrape('read_'), scrape('read_')])).toEqual([linesOf('read', 3), linesOf('read', 3)])
})

it('a kind that is no longer there is shown no longer', async () => {
  const left = valuesOf('left', 4)
  gauges(define('left'), async () => left)
  expect(await scrape('left_')).toEqual(linesOf('left', 4))
  left.shift()
  expect(await scrape('left_')).toEqual(linesOf('left', 4).slice(1))
})

it('a gauge that cannot be read is not shown: 0 would say that all is well', async () => {
  let isAway = true
  gauges(define('away'), async () => {
    if (isAway) throw new Error('the database is away')
    return valuesOf('away', 5)
  })
  expect(await scrape('away_')).toEqual([])
  isAway = false
  expect(await scrape('away_')).toEqual(linesOf('away', 5))
  isAway = true
  expect(await scrape('away_')).toEqual([])
})

it('a read that hangs does not hold up the other metrics, nor the next read', async () => {
  const hanging = Promise.withResolvers<ReturnType<typeof valuesOf>>()
  const answers = [hanging.promise, Promise.resolve(valuesOf('late', 6))]
  gauges(define('late'), () => answers.shift() ?? hanging.promise, 1)
  expect(await scrape('late_')).toEqual([])
  hanging.resolve(valuesOf('late', 7))
  expect(await scrape('late_')).toEqual(linesOf('late', 6))
})
