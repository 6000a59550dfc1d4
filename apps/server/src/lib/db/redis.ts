import { Redis } from 'ioredis'
import type { Log } from '../process/log.ts'

// Redis holds only data that may be lost: presence, rate limits and the fan-out of live events. It may be emptied or
// stopped at any moment, so every use has a fallback. Commands fail at once while it is down; nothing waits for it.

export type RedisClient = Redis

export const openRedis = (url: string, name: string, log: Log): RedisClient => {
  const redis = new Redis(url, {
    connectionName: name,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    connectTimeout: 2_000,
    retryStrategy: (times) => Math.min(times * 100, 1_000),
  })
  let away = false
  redis.on('error', (error) => {
    if (!away) log.warn({ err: error }, 'Redis is away: live events go to this process only, rate limits are local')
    away = true
  })
  redis.on('ready', () => {
    if (away) log.info('Redis is back')
    away = false
  })
  return redis
}

/** Runs a Redis command, or returns the fallback while Redis is down. */
export const withFallback = async <T>(command: Promise<T>, instead: T): Promise<T> => {
  try {
    return await command
  } catch {
    return instead
  }
}
