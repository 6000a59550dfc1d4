import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisClient } from './redis.ts'

/** Takes one point from a bucket; undefined if there was one, else the seconds until there is one again. */
export type RateLimit = (bucket: string, perSecond: number, seconds?: number) => Promise<number | undefined>

/**
 * A process takes a hundredth of a bucket at once and spends it by itself: asking Redis for every point would cost a
 * request more than the rest of its reception. Nobody is given more than the bucket holds, and the smaller limits are
 * taken point by point; of a large one, each process may leave a hundredth unspent.
 */
const SLICES = 100

const refusal = (outcome: unknown): RateLimiterRes => {
  if (outcome instanceof RateLimiterRes) return outcome
  throw outcome
}

/** Buckets live in Redis, shared by all processes; while Redis is away, each process counts for itself. */
export const createRateLimit = (redis: RedisClient, prefix: string): RateLimit => {
  const limiters = new Map<string, RateLimiterRedis>()
  const slices = new LRUCache<string, { left: number }>({ max: 10_000, ttl: 1_000 })

  const limiterFor = (points: number, duration: number): RateLimiterRedis => {
    const known = limiters.get(`${points}/${duration}`)
    if (known) return known
    const fresh = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `${prefix}rate:${points}:${duration}`,
      points,
      duration,
      insuranceLimiter: new RateLimiterMemory({ points, duration }),
    })
    limiters.set(`${points}/${duration}`, fresh)
    return fresh
  }

  return async (bucket, points, seconds = 1) => {
    const key = `${points}:${seconds}:${bucket}`
    const kept = slices.get(key)
    if (kept && kept.left > 0) {
      kept.left--
      return undefined
    }
    const asked = Math.max(1, Math.floor(points / SLICES))
    const sent = performance.now()
    const { consumedPoints, msBeforeNext } = await limiterFor(points, seconds).consume(bucket, asked).catch(refusal)
    const given = Math.max(0, Math.min(asked, points - (consumedPoints - asked)))
    // What others took meanwhile is here to be spent, too.
    const left = given + (slices.get(key)?.left ?? 0) - 1
    if (left < 0) return Math.max(1, Math.ceil(msBeforeNext / 1000))
    slices.set(key, { left }, { ttl: msBeforeNext, start: sent })
    return undefined
  }
}
