import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRedis } from '../../src/lib/db/redis.ts'
import { createRateLimit, type RateLimit } from '../../src/lib/http-in/rate-limit.ts'
import { createLog } from '../../src/lib/process/log.ts'
import { putForward } from '../support/clock.ts'

const log = createLog('silent', {})
const redis = openRedis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', 'rate limit test', log)
beforeAll(async () => {
  if (redis.status !== 'ready') await once(redis, 'ready')
})
afterAll(() => redis.disconnect())

/** So many processes with a shared Redis. */
const processes = (count: number): RateLimit[] => {
  const prefix = `test:${randomUUID()}:`
  return Array.from({ length: count }, () => createRateLimit(redis, prefix))
}

/** How many of so many requests were allowed, spread over the processes, within one long window. */
const letIn = async (limits: readonly RateLimit[], points: number, requests: number): Promise<number> => {
  let count = 0
  for (let n = 0; n < requests; n++) {
    const wait = await limits[n % limits.length]?.('bucket', points, 3_600)
    if (wait === undefined) count++
    else expect(wait).toBeGreaterThan(3_000)
  }
  return count
}

describe('[D-07] a limit holds over all processes', () => {
  it('exactly, when it is small', async () => {
    expect(await letIn(processes(3), 10, 40)).toBe(10)
    expect(await letIn(processes(2), 150, 400)).toBe(150)
  })

  it('exactly, for one process, however large', async () => {
    expect(await letIn(processes(1), 1_050, 1_200)).toBe(1_050)
  })

  it('never above it, and for each process at most a hundredth below', async () => {
    expect(await letIn(processes(3), 1_050, 1_500)).toBe(1_050)
    const [one, other] = processes(2) as [RateLimit, RateLimit]
    expect(await letIn([other], 1_000, 1)).toBe(1)
    expect(await letIn([one], 1_000, 1_200)).toBe(990)
    expect(await letIn([other], 1_000, 100)).toBe(9)
  })

  it('also for concurrent requests', async () => {
    const limits = processes(4)
    const waits = await Promise.all(Array.from({ length: 800 }, (_, n) => limits[n % 4]?.('bucket', 300, 3_600)))
    expect(waits.filter((wait) => wait === undefined).length).toBeLessThanOrEqual(300)
    expect(waits.filter((wait) => wait === undefined).length).toBeGreaterThanOrEqual(300 - 4 * 3)
  })

  it('and rejects no request below it, even when a process is blocked for longer than its window', async () => {
    const [limit] = processes(1) as [RateLimit]
    const crowd = Array.from({ length: 500 }, () => limit('bucket', 1_000))
    putForward(1_100)
    expect((await Promise.all(crowd)).filter((wait) => wait !== undefined)).toEqual([])
  })

  it('and restarts with the next second', async () => {
    const [limit] = processes(1) as [RateLimit]
    while ((await limit('bucket', 500)) === undefined);
    await expect.poll(() => limit('bucket', 500)).toBe(undefined)
  })
})
