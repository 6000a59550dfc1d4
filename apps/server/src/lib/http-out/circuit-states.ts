import { type RedisClient, withFallback } from '../db/redis.ts'

// D-49: which circuits are open, for people to see. Every process has circuit breakers of its own and publishes their
// state here. Nothing depends on it: after Redis was emptied, the next failure publishes it again.

export type CircuitStates = {
  /** Publishes that a circuit is open until then. */
  opened: (key: string, until: Date) => void
  closed: (key: string) => void
  /** Which of these circuits are open, and until when. Empty while Redis is down. */
  listOpenCircuits: (keys: readonly string[]) => Promise<Map<string, Date>>
}

export const createCircuitStates = (redis: RedisClient, prefix: string): CircuitStates => {
  const nameOf = (key: string) => `${prefix}rests:${key}`
  return {
    opened: (key, until) =>
      void withFallback(redis.set(nameOf(key), String(until.getTime()), 'PXAT', until.getTime()), null),
    closed: (key) => void withFallback(redis.del(nameOf(key)), 0),
    listOpenCircuits: async (keys) => {
      if (keys.length === 0) return new Map()
      const values = await withFallback(redis.mget(keys.map(nameOf)), [])
      return new Map(
        keys.flatMap((key, index) => {
          const until = values[index]
          return until ? [[key, new Date(Number(until))]] : []
        }),
      )
    },
  }
}
