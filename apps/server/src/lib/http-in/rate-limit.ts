import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisClient } from '../db/redis.ts'

/** Takes a token from a bucket; undefined if there was one, else the seconds until the next. */
export type RateLimit = (bucket: string, perSecond: number, seconds?: number) => Promise<number | undefined>

/**
 * A process takes a hundredth of a large bucket at once and spends it locally: asking Redis for every token would cost more
 * than the rest of receiving a request. No caller gets more than the bucket holds; small limits are taken token by token, and
 * of a large one each process may leave a hundredth unspent.
 */
const SLICES = 100

type Slice = { given: number; left: number; retryAfter: number }

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

const refusal = (outcome: unknown): RateLimiterRes => {
  if (outcome instanceof RateLimiterRes) return outcome
  throw outcome
}

/** Buckets are in Redis, shared by all processes; while Redis is down, each process counts for itself. */
export const createRateLimit = (redis: RedisClient, prefix: string): RateLimit => {
  const limiters = new Map<string, RateLimiterRedis>()
  const slices = new LRUCache<string, Slice>({ max: 10_000, ttl: 1_000 })
  const asking = new Map<string, Promise<Slice>>()

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

  const consume = (bucket: string, points: number, seconds: number, asked: number): Promise<RateLimiterRes> =>
    limiterFor(points, seconds).consume(bucket, asked).catch(refusal)

  /** One request to Redis serves all that wait: if each took a slice, a hundred at once would empty the bucket. */
  const askForSlice = (key: string, bucket: string, points: number, seconds: number): Promise<Slice> => {
    const asked = Math.floor(points / SLICES)
    const sent = performance.now()
    const slice = consume(bucket, points, seconds, asked).then(({ consumedPoints, msBeforeNext }): Slice => {
      const given = Math.max(0, Math.min(asked, points - (consumedPoints - asked)))
      const fresh = { given, left: given, retryAfter: secondsOf(msBeforeNext) }
      if (given > 0) slices.set(key, fresh, { ttl: msBeforeNext, start: sent })
      return fresh
    })
    asking.set(key, slice)
    const forget = () => void asking.delete(key)
    slice.then(forget, forget)
    return slice
  }

  return async (bucket, points, seconds = 1) => {
    if (points < 2 * SLICES) {
      const { consumedPoints, msBeforeNext } = await consume(bucket, points, seconds, 1)
      return consumedPoints > points ? secondsOf(msBeforeNext) : undefined
    }
    const key = `${points}:${seconds}:${bucket}`
    for (;;) {
      const kept = slices.get(key)
      const slice = kept && kept.left > 0 ? kept : await (asking.get(key) ?? askForSlice(key, bucket, points, seconds))
      if (slice.given === 0) return slice.retryAfter
      if (slice.left-- > 0) return undefined
    }
  }
}
