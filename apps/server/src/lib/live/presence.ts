import { type RedisClient, withFallback } from '../db/redis.ts'
import type { Live } from './live.ts'

// D-31: which users have a live workspace connection. Each connection sends a heartbeat every 15 seconds; a user without one
// for 60 seconds is away. After Redis was emptied, presence is complete again within 15 seconds. Connections to this process
// are known without Redis.

const AWAY_AFTER_S = 60

export type Presence = {
  heartbeat: (accountId: number, userIds: readonly number[]) => Promise<void>
  /** Which of these users are online; undefined while Redis is down. */
  listOnline: (accountId: number, userIds: readonly number[]) => Promise<Set<number> | undefined>
}

export const createPresence = (redis: RedisClient, prefix: string, live: Pick<Live, 'hasBrowser'>): Presence => {
  const key = (accountId: number, userId: number) => `${prefix}here:${accountId}:${userId}`
  return {
    heartbeat: async (accountId, userIds) => {
      const heartbeats = redis.pipeline()
      for (const userId of userIds) heartbeats.set(key(accountId, userId), '1', 'EX', AWAY_AFTER_S)
      await withFallback(heartbeats.exec(), null)
    },
    listOnline: async (accountId, userIds) => {
      const elsewhere = userIds.filter((userId) => !live.hasBrowser(accountId, userId))
      if (elsewhere.length === 0) return new Set(userIds)
      const keys = await withFallback(redis.mget(elsewhere.map((userId) => key(accountId, userId))), undefined)
      const away = keys && new Set(elsewhere.filter((_, index) => keys[index] === null))
      return away && new Set(userIds.filter((userId) => !away.has(userId)))
    },
  }
}
