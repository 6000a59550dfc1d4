import type { LiveEvent } from '@patchbay/contract/live'
import type { Log } from './log.ts'
import { openRedis, orElse, type RedisClient } from './redis.ts'

// Live events, from any process to the browsers that hang on any other. An event goes into a short stream per account
// (for those who reconnect) and out on the account's channel, in one script. Each process listens only to accounts
// that have a browser on it, and hands an event only to the users it is addressed to.
//
// Live events are hints, not facts: when one may have been missed (Redis was away, or a browser was gone for longer
// than the stream reaches back), the browser is told to `resync`, and reads the truth again.

export type Audience = { users: readonly number[] } | { topic: string }

export type Listener = {
  accountId: number
  userId: number
  topics: ReadonlySet<string>
  /** The id is empty when there is nothing to come back to. */
  send: (id: string, event: LiveEvent) => void
}

/** Of what changes often, each event has the place of its change; an older one that is told late is not told at all. */
export type Succession = { of: string; version: number }

export type Live = {
  tell: (accountId: number, to: Audience, event: LiveEvent, succession?: Succession) => Promise<void>
  /** Subscribes, replays what the listener missed since lastId, and gives back how to leave. */
  join: (listener: Listener, lastId: string | undefined) => Promise<() => void>
  /** On this process. */
  hasBrowser: (accountId: number, userId: number) => boolean
  connections: () => number
  close: () => Promise<void>
}

type Message = { to: Audience; event: LiveEvent }
/** A listener here: how far it has come, and what arrived while it was still being told what it had missed. */
type Seat = { listener: Listener; reached: string; waiting: [string, Message][] | undefined }

/** Of an account: user → their browsers on this process. */
type Users = Map<number, Set<Seat>>
const allOf = (users: Users): Seat[] => [...users.values()].flatMap((set) => [...set])
const seatsFor = (users: Users = new Map(), to: Audience): Seat[] =>
  'users' in to ? to.users.flatMap((userId) => [...(users.get(userId) ?? [])]) : allOf(users)

/** Every browser listens to this topic. */
export const EVERYBODY = 'everybody'

const KEPT = 1_000
const KEPT_SECONDS = 600

const TELL = `
if KEYS[3] then
  if tonumber(redis.call('GET', KEYS[3]) or '0') > tonumber(ARGV[4]) then return '' end
  redis.call('SET', KEYS[3], ARGV[4], 'EX', ARGV[3])
end
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], '*', 'm', ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('PUBLISH', KEYS[2], id .. ' ' .. ARGV[1])
return id`

const isFor = ({ userId, topics }: Listener, to: Audience): boolean =>
  'users' in to ? to.users.includes(userId) : topics.has(to.topic)

const isBefore = (one: string, other: string): boolean => {
  const [a = 0, b = 0] = one.split('-').map(Number)
  const [c = 0, d = 0] = other.split('-').map(Number)
  return a < c || (a === c && b < d)
}

/** Each event once: the channel may bring late what the replay already gave. */
const give = (seat: Seat, id: string, message: Message): void => {
  if (!isFor(seat.listener, message.to) || (id && !isBefore(seat.reached, id))) return
  if (id) seat.reached = id
  seat.listener.send(id, message.event)
}

const hand = (seat: Seat, id: string, message: Message): void => {
  if (seat.waiting) seat.waiting.push([id, message])
  else give(seat, id, message)
}

/** Gives a listener what it missed since lastId, then what came meanwhile, in order. */
const replay = async (redis: RedisClient, stream: string, seat: Seat, lastId: string): Promise<void> => {
  const oldest = await orElse(redis.xrange(stream, '-', '+', 'COUNT', 1), [])
  // The stream no longer reaches back to where the browser was, or Redis was emptied: start afresh.
  const reaches = /^\d{1,15}-\d{1,15}$/.test(lastId) && oldest[0] && !isBefore(lastId, oldest[0][0])
  const missed = reaches ? await orElse(redis.xrange(stream, `(${lastId}`, '+'), undefined) : undefined
  if (!missed) seat.listener.send('', { type: 'resync' })
  for (const [id, fields] of missed ?? []) give(seat, id, JSON.parse(fields[1] ?? '{}') as Message)
  const waiting = seat.waiting ?? []
  seat.waiting = undefined
  for (const [id, message] of waiting) give(seat, id, message)
}

export const createLive = (redisUrl: string, redis: RedisClient, prefix: string, log: Log): Live => {
  const subscriber = openRedis(redisUrl, 'patchbay live', log)
  const seats = new Map<number, Users>()
  const streamOf = (accountId: number) => `${prefix}live:${accountId}`
  const channelPrefix = `${prefix}live-channel:`
  const channelOf = (accountId: number) => `${channelPrefix}${accountId}`

  const deliver = (accountId: number, id: string, message: Message): void => {
    for (const seat of seatsFor(seats.get(accountId), message.to)) hand(seat, id, message)
  }
  const everybodyResyncs = (): void => {
    for (const users of seats.values()) for (const { listener } of allOf(users)) listener.send('', { type: 'resync' })
  }

  let wasReady = false
  subscriber.on('ready', () => {
    const channels = [...seats.keys()].map(channelOf)
    const subscribed = channels.length > 0 ? subscriber.subscribe(...channels) : Promise.resolve(0)
    // Whatever was published while we were deaf is lost to us: everybody reads again.
    subscribed.then(() => (wasReady ? everybodyResyncs() : undefined)).catch(() => undefined)
    wasReady = true
  })
  subscriber.on('message', (channel: string, text: string) => {
    const space = text.indexOf(' ')
    const message = JSON.parse(text.slice(space + 1)) as Message
    deliver(Number(channel.slice(channelPrefix.length)), text.slice(0, space), message)
  })

  const leave = (seat: Seat): void => {
    const { accountId, userId } = seat.listener
    const users = seats.get(accountId)
    const set = users?.get(userId)
    if (!users || !set?.delete(seat) || set.size > 0) return
    users.delete(userId)
    if (users.size > 0) return
    seats.delete(accountId)
    subscriber.unsubscribe(channelOf(accountId)).catch(() => undefined)
  }

  const untold = new Set<number>()
  const tell: Live['tell'] = async (accountId, to, event, succession) => {
    const message = { to, event } satisfies Message
    const keys = [streamOf(accountId), channelOf(accountId)]
    if (succession) keys.push(`${prefix}live-version:${accountId}:${succession.of}`)
    const version = succession?.version ?? 0
    const told = redis.eval(TELL, keys.length, ...keys, JSON.stringify(message), KEPT, KEPT_SECONDS, version)
    if ((await orElse(told, undefined)) !== undefined) return
    // Without Redis the browsers of this very process still hear it; those of the others read again when we are back.
    untold.add(accountId)
    deliver(accountId, '', message)
  }
  redis.on('ready', () => {
    const accounts = [...untold]
    untold.clear()
    for (const accountId of accounts) void tell(accountId, { topic: EVERYBODY }, { type: 'resync' })
  })

  return {
    tell,
    join: async (listener, lastId) => {
      const { accountId, userId } = listener
      const seat: Seat = { listener, reached: '0-0', waiting: lastId === undefined ? undefined : [] }
      const isFirst = !seats.has(accountId)
      const users: Users = seats.get(accountId) ?? new Map()
      seats.set(accountId, users)
      users.set(userId, (users.get(userId) ?? new Set()).add(seat))
      if (isFirst) await orElse(subscriber.subscribe(channelOf(accountId)), 0)
      if (lastId !== undefined) await replay(redis, streamOf(accountId), seat, lastId)
      return () => leave(seat)
    },
    hasBrowser: (accountId, userId) => seats.get(accountId)?.has(userId) ?? false,
    connections: () => [...seats.values()].flatMap(allOf).length,
    close: async () => subscriber.disconnect(),
  }
}
