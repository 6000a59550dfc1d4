import { HINTS_PER_SECOND, type LiveEvent } from '@patchbay/contract/live'
import { type RedisClient, withFallback } from '../db/redis.ts'
import { MAX_HINT_AGE_MS } from './merge.ts'

// The latest events of each account in a short Redis stream, for browsers that reconnect.

export type Audience = { users: readonly number[] } | { topic: string }
export type Message = { to: Audience; event: LiveEvent }

/** A hint is addressed to a topic and carries no data, so it may wait and be merged; undefined for all others. */
export const hintsPerSecond = ({ to, event }: Message): number | undefined =>
  'topic' in to ? HINTS_PER_SECOND[event.type] : undefined

/** For entities that change often: an event with an older version than one already published is dropped. */
export type EntityVersion = { of: string; version: number }

/** Where a browser begins: at the position that it got with its first page, or at the last event that it received. */
export type Start = { id: string; resumes: boolean }

export type EventLog = {
  /** Appends the message and publishes it to every subscribed process; undefined while Redis is down. */
  add: (accountId: number, message: Message, entity?: EntityVersion) => Promise<string | undefined>
  /** The id of the account's latest event; empty while Redis is down. */
  position: (accountId: number) => Promise<string>
  /**
   * The events after an id; undefined when the stream no longer reaches back to it. For a browser that was connected also
   * the hints shortly before it, without an id, each once: they may have been waiting for their wave.
   */
  since: (accountId: number, start: Start) => Promise<[string, Message][] | undefined>
  channelOf: (accountId: number) => string
  accountOf: (channel: string) => number
}

const KEPT = 1_000
const KEPT_SECONDS = 600

const ADD = `
if KEYS[3] then
  if tonumber(redis.call('GET', KEYS[3]) or '0') > tonumber(ARGV[4]) then return '' end
  redis.call('SET', KEYS[3], ARGV[4], 'EX', ARGV[3])
end
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], '*', 'm', ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('PUBLISH', KEYS[2], id .. ' ' .. ARGV[1])
return id`

// An empty stream gets a placeholder, so that a later reader can tell whether it missed something.
const POSITION = `
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if last then return last[1] end
local id = redis.call('XADD', KEYS[1], '*', 'm', ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return id`
const PLACEHOLDER = JSON.stringify({ to: { users: [] }, event: { type: 'resync' } } satisfies Message)

export const isBefore = (one: string, other: string): boolean => {
  const [a = 0, b = 0] = one.split('-').map(Number)
  const [c = 0, d = 0] = other.split('-').map(Number)
  return a < c || (a === c && b < d)
}

const parse = ([id, fields]: [string, string[]]): [string, Message] => [id, JSON.parse(fields[1] ?? '{}')]

const hintsBefore = (entries: readonly [string, Message][], id: string): [string, Message][] => {
  const before = entries.filter(([at, message]) => !isBefore(id, at) && hintsPerSecond(message) !== undefined)
  const distinct = new Map(before.map(([, message]) => [JSON.stringify(message), message]))
  return [...distinct.values()].map((message) => ['', message])
}

export const createEventLog = (redis: RedisClient, prefix: string): EventLog => {
  const streamOf = (accountId: number) => `${prefix}live:${accountId}`
  const channelPrefix = `${prefix}live-channel:`
  const channelOf = (accountId: number) => `${channelPrefix}${accountId}`
  return {
    channelOf,
    accountOf: (channel) => Number(channel.slice(channelPrefix.length)),
    add: async (accountId, message, entity) => {
      const keys = [streamOf(accountId), channelOf(accountId)]
      if (entity) keys.push(`${prefix}live-version:${accountId}:${entity.of}`)
      const values = [JSON.stringify(message), KEPT, KEPT_SECONDS, entity?.version ?? 0]
      return (await withFallback(redis.eval(ADD, keys.length, ...keys, ...values), undefined)) as string | undefined
    },
    position: async (accountId) =>
      (await withFallback(redis.eval(POSITION, 1, streamOf(accountId), PLACEHOLDER, KEPT_SECONDS), '')) as string,
    since: async (accountId, { id, resumes }) => {
      const stream = streamOf(accountId)
      const [oldest] = await withFallback(redis.xrange(stream, '-', '+', 'COUNT', 1), [])
      // The stream no longer reaches back to where the browser was, or Redis was emptied.
      if (!/^\d{1,15}-\d{1,15}$/.test(id) || !oldest || isBefore(id, oldest[0])) return undefined
      const first = resumes ? `${Math.max(0, Number.parseInt(id, 10) - MAX_HINT_AGE_MS)}-0` : id
      const entries = await withFallback(redis.xrange(stream, first, '+'), undefined)
      // Hints before the id may have been trimmed from a busy account's stream.
      if (!entries || (resumes && entries.length >= KEPT && isBefore(first, oldest[0]))) return undefined
      const known = entries.map(parse)
      const missed = known.filter(([at]) => isBefore(id, at))
      return resumes ? [...hintsBefore(known, id), ...missed] : missed
    },
  }
}
