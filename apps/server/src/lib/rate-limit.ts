import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisClient } from './redis.ts'

/** Takes one point from a bucket; undefined if there was one, else the seconds until there is one again. */
export type RateLimit = (bucket: string, perSecond: number, seconds?: number) => Promise<number | undefined>

/** Buckets live in Redis, shared by all processes; while Redis is away, each process counts for itself. */
export const createRateLimit = (redis: RedisClient, prefix: string): RateLimit => {
  const limiters = new Map<string, RateLimiterRedis>()
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
    try {
      await limiterFor(points, seconds).consume(bucket)
      return undefined
    } catch (outcome) {
      if (outcome instanceof RateLimiterRes) return Math.max(1, Math.ceil(outcome.msBeforeNext / 1000))
      throw outcome
    }
  }
}
