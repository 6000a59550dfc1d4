import { type RedisClient, withFallback } from '../db/redis.ts'
import type { Live } from './live.ts'

// D-31: who has a live workspace connection now. Each open connection says so every 15 seconds; whoever said nothing
// for 60 is away. After Redis was emptied the picture is whole again within 15 seconds. Who hangs on this very process is
// known without asking.

const AWAY_AFTER_S = 60

export type Presence = {
  heartbeat: (accountId: number, userIds: readonly number[]) => Promise<void>
  /** Which of these users are here. While Redis is away: unknown. */
  listOnline: (accountId: number, userIds: readonly number[]) => Promise<Set<number> | undefined>
}

export const createPresence = (redis: RedisClient, prefix: string, live: Pick<Live, 'hasBrowser'>): Presence => {
  const key = (accountId: number, userId: number) => `${prefix}here:${accountId}:${userId}`
  return {
    heartbeat: async (accountId, userIds) => {
      const beats = redis.pipeline()
      for (const userId of userIds) beats.set(key(accountId, userId), '1', 'EX', AWAY_AFTER_S)
      await withFallback(beats.exec(), null)
    },
    listOnline: async (accountId, userIds) => {
      const elsewhere = userIds.filter((userId) => !live.hasBrowser(accountId, userId))
      if (elsewhere.length === 0) return new Set(userIds)
      const marks = await withFallback(redis.mget(elsewhere.map((userId) => key(accountId, userId))), undefined)
      const away = marks && new Set(elsewhere.filter((_, index) => marks[index] === null))
      return away && new Set(userIds.filter((userId) => !away.has(userId)))
    },
  }
}
