import { hostname } from 'node:os'
import { Redis } from 'ioredis'
import type { Log } from '../process/log.ts'
import { VERSION } from '../process/version.ts'

// Redis holds only data that may be lost: presence, rate limits and the fan-out of live events. It may be emptied or
// stopped at any moment, so every use has a fallback. Commands fail at once while it is down; nothing waits for it.

export type RedisClient = Redis

export const openRedis = (url: string, name: string, log: Log): RedisClient => {
  const redis = new Redis(url, {
    connectionName: name,
    enableOfflineQueue: false,
    // Who subscribes does it again whenever Redis is ready. The client's own way to do it leaves a rejection unhandled when the
    // connection is lost at that moment, which ends the process.
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
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

const SEPARATOR = '/'

/** The name of a process's connection, by which `patchbay status` finds it. Redis takes no spaces in it. */
export const processName = (role: string, prefix: string): string =>
  [`patchbay-${role}`, VERSION, hostname(), process.pid, prefix].join(SEPARATOR).replace(/\s/g, '-')

export type SeenProcess = { role: string; version: string; host: string; pid: number; connectedSeconds: number }

/** The processes of one installation among the lines of CLIENT LIST: several may share a Redis, by prefix. */
const readProcesses = (clients: string, ownPrefix: string): SeenProcess[] =>
  clients.split('\n').flatMap((line) => {
    const fields = new Map(line.split(' ').map((field) => [field.split('=')[0], field.slice(field.indexOf('=') + 1)]))
    const [name = '', version = '', host = '', pid = '', ...prefix] = (fields.get('name') ?? '').split(SEPARATOR)
    const role = /^patchbay-(server|worker)$/.exec(name)?.[1]
    if (!role || prefix.join(SEPARATOR) !== ownPrefix) return []
    return [{ role, version, host, pid: Number(pid), connectedSeconds: Number(fields.get('age') ?? 0) }]
  })

export type RedisFacts = {
  version: string
  /** Undefined where the server does not let us ask (hosted Redis). */
  persistence: { save: string; appendonly: string } | undefined
  processes: SeenProcess[]
}

const configOf = async (redis: RedisClient, name: string): Promise<string | undefined> =>
  ((await redis.config('GET', name).catch(() => undefined)) as string[] | undefined)?.[1]

/** Connects once, for the operator's commands; throws where Redis does not answer. */
export const inspectRedis = async (url: string, prefix: string): Promise<RedisFacts> => {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let reason: Error | undefined
  redis.on('error', (error) => {
    reason = error
  })
  try {
    await redis.connect()
    const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'unknown'
    const [save, appendonly] = [await configOf(redis, 'save'), await configOf(redis, 'appendonly')]
    const persistence = save === undefined || appendonly === undefined ? undefined : { save, appendonly }
    const clients = await redis.client('LIST').catch(() => '')
    return { version, persistence, processes: readProcesses(String(clients), prefix) }
  } catch (error) {
    throw reason ?? error
  } finally {
    redis.disconnect()
  }
}
