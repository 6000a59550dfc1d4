import type { RedisClient } from './redis.ts'
import { orElse } from './redis.ts'

// D-31: who has a live workspace connection now. Each open connection says so every 15 seconds; whoever said nothing
// for 60 is away. After Redis was emptied the picture is whole again within 15 seconds.

const AWAY_AFTER_S = 60

export type Presence = {
  beat: (accountId: number, userId: number) => Promise<void>
  /** Which of these users are here. While Redis is away: unknown. */
  whoIsHere: (accountId: number, userIds: readonly number[]) => Promise<Set<number> | undefined>
}

export const createPresence = (redis: RedisClient, prefix: string): Presence => {
  const key = (accountId: number, userId: number) => `${prefix}here:${accountId}:${userId}`
  return {
    beat: async (accountId, userId) => {
      await orElse(redis.set(key(accountId, userId), '1', 'EX', AWAY_AFTER_S), null)
    },
    whoIsHere: async (accountId, userIds) => {
      if (userIds.length === 0) return new Set()
      const marks = await orElse(redis.mget(userIds.map((userId) => key(accountId, userId))), undefined)
      return marks && new Set(userIds.filter((_, index) => marks[index] !== null))
    },
  }
}
