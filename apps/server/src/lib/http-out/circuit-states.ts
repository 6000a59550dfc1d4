import { type RedisClient, withFallback } from '../db/redis.ts'

// D-49: which modules are given a rest now. Every process has breakers of its own; what one of them finds out it says
// here, for people to see. Nothing depends on it: after Redis was emptied, the next failure says it again.

export type CircuitStates = {
  /** A breaker opened and lets nothing through until then. */
  opened: (key: string, until: Date) => void
  closed: (key: string) => void
  /** Until when each of these rests, those that do. While Redis is away: none is known to. */
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
      const marks = await withFallback(redis.mget(keys.map(nameOf)), [])
      return new Map(
        keys.flatMap((key, index) => {
          const until = marks[index]
          return until ? [[key, new Date(Number(until))]] : []
        }),
      )
    },
  }
}
