import type { LiveEvent } from '@patchbay/contract/live'
import { openRedis, type RedisClient, withFallback } from '../db/redis.ts'
import type { Log } from '../process/log.ts'
import {
  type Audience,
  createEventLog,
  type EntityVersion,
  type EventLog,
  isBefore,
  type Message,
} from './event-log.ts'

// Live events, from any process to the browsers that hang on any other. An event goes into a short stream per account
// (for those who come back, see live-past.ts) and out on the account's channel. Each process listens only to accounts that
// have a browser on it, and hands an event only to the users it is addressed to.
//
// Live events are hints, not facts: when one may have been missed (Redis was away, or a browser was gone for longer
// than the stream reaches back), the browser is told to `resync`, and reads the truth again.

export type Listener = {
  accountId: number
  userId: number
  topics: ReadonlySet<string>
  /** The id is empty when there is nothing to come back to. */
  send: (id: string, event: LiveEvent) => void
}

export type Live = {
  /** To everyone in the account unless `to` says otherwise. Of two versions of an entity an older one is dropped. */
  publish: (accountId: number, event: LiveEvent, to?: Audience, version?: EntityVersion) => Promise<void>
  /** For a browser that reads first and joins later. */
  position: EventLog['position']
  /** Subscribes, replays what the listener missed since lastId, and gives back how to leave. */
  join: (listener: Listener, lastId: string | undefined) => Promise<() => void>
  /** On this process. */
  hasBrowser: (accountId: number, userId: number) => boolean
  connections: () => number
  close: () => Promise<void>
}

/** A listener here: how far it has come, and what arrived while it was still being told what it had missed. */
type Subscriber = { listener: Listener; reached: string; waiting: [string, Message][] | undefined }

/** Of an account: user → their browsers on this process. */
type Users = Map<number, Set<Subscriber>>
const allOf = (users: Users): Subscriber[] => [...users.values()].flatMap((set) => [...set])
const subscribersFor = (users: Users = new Map(), to: Audience): Subscriber[] =>
  'users' in to ? to.users.flatMap((userId) => [...(users.get(userId) ?? [])]) : allOf(users)

/** Every browser listens to this topic. */
export const EVERYONE = 'everybody'

const isFor = ({ userId, topics }: Listener, to: Audience): boolean =>
  'users' in to ? to.users.includes(userId) : topics.has(to.topic)

/** Each event once: the channel may bring late what the replay already gave. */
const deliver = (seat: Subscriber, id: string, message: Message): void => {
  if (!isFor(seat.listener, message.to) || (id && !isBefore(seat.reached, id))) return
  if (id) seat.reached = id
  seat.listener.send(id, message.event)
}

const deliverOrBuffer = (seat: Subscriber, id: string, message: Message): void => {
  if (seat.waiting) seat.waiting.push([id, message])
  else deliver(seat, id, message)
}

/** Gives a listener what it missed since lastId, then what came meanwhile, in order. */
const replay = async (past: EventLog, seat: Subscriber, lastId: string): Promise<void> => {
  const missed = await past.since(seat.listener.accountId, lastId)
  if (!missed) seat.listener.send('', { type: 'resync' })
  for (const [id, message] of missed ?? []) deliver(seat, id, message)
  const waiting = seat.waiting ?? []
  seat.waiting = undefined
  for (const [id, message] of waiting) deliver(seat, id, message)
}

export const createLive = (redisUrl: string, redis: RedisClient, prefix: string, log: Log): Live => {
  const subscriber = openRedis(redisUrl, 'patchbay live', log)
  const seats = new Map<number, Users>()
  const past = createEventLog(redis, prefix)

  const deliver = (accountId: number, id: string, message: Message): void => {
    for (const seat of subscribersFor(seats.get(accountId), message.to)) deliverOrBuffer(seat, id, message)
  }
  const everybodyResyncs = (): void => {
    for (const users of seats.values()) for (const { listener } of allOf(users)) listener.send('', { type: 'resync' })
  }

  let wasReady = false
  subscriber.on('ready', () => {
    const channels = [...seats.keys()].map(past.channelOf)
    const subscribed = channels.length > 0 ? subscriber.subscribe(...channels) : Promise.resolve(0)
    // Whatever was published while we were deaf is lost to us: everybody reads again.
    subscribed.then(() => (wasReady ? everybodyResyncs() : undefined)).catch(() => undefined)
    wasReady = true
  })
  subscriber.on('message', (channel: string, text: string) => {
    const space = text.indexOf(' ')
    deliver(past.accountOf(channel), text.slice(0, space), JSON.parse(text.slice(space + 1)) as Message)
  })

  const leave = (seat: Subscriber): void => {
    const { accountId, userId } = seat.listener
    const users = seats.get(accountId)
    const set = users?.get(userId)
    if (!users || !set?.delete(seat) || set.size > 0) return
    users.delete(userId)
    if (users.size > 0) return
    seats.delete(accountId)
    subscriptions.delete(accountId)
    subscriber.unsubscribe(past.channelOf(accountId)).catch(() => undefined)
  }

  const subscriptions = new Map<number, Promise<unknown>>()
  /** Whoever comes while the channel is being opened waits for it too. */
  const subscribed = async (accountId: number): Promise<void> => {
    const known = subscriptions.get(accountId) ?? withFallback(subscriber.subscribe(past.channelOf(accountId)), 0)
    subscriptions.set(accountId, known)
    await known
  }

  const untold = new Set<number>()
  const publish: Live['publish'] = async (accountId, event, to = { topic: EVERYONE }, version) => {
    const message = { to, event }
    if ((await past.add(accountId, message, version)) !== undefined) return
    // Without Redis the browsers of this very process still hear it; those of the others read again when we are back. A
    // Redis that was only slow may have passed it on: told twice is nothing to a browser, never told would be.
    untold.add(accountId)
    deliver(accountId, '', message)
  }
  redis.on('ready', () => {
    const accounts = [...untold]
    untold.clear()
    for (const accountId of accounts) void publish(accountId, { type: 'resync' })
  })

  return {
    publish,
    position: past.position,
    join: async (listener, lastId) => {
      const { accountId, userId } = listener
      const seat: Subscriber = { listener, reached: '0-0', waiting: lastId === undefined ? undefined : [] }
      const users: Users = seats.get(accountId) ?? new Map()
      seats.set(accountId, users)
      users.set(userId, (users.get(userId) ?? new Set()).add(seat))
      await subscribed(accountId)
      if (lastId !== undefined) await replay(past, seat, lastId)
      return () => leave(seat)
    },
    hasBrowser: (accountId, userId) => seats.get(accountId)?.has(userId) ?? false,
    connections: () => [...seats.values()].flatMap(allOf).length,
    close: async () => subscriber.disconnect(),
  }
}
