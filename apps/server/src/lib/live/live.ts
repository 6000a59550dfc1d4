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

// Live events, from any process to the browsers connected to any other. An event is appended to a short stream per account
// (event-log.ts, for browsers that reconnect) and published on the account's channel. Each process subscribes only to accounts
// that have a browser on it, and delivers an event only to the users it is addressed to.
//
// Live events are hints: when one may have been missed (Redis was down, or a browser was away for longer than the stream
// reaches back), the browser gets `resync` and reads the state again.

export type Listener = {
  accountId: number
  userId: number
  topics: ReadonlySet<string>
  /** The id is empty when the event is not in the stream. */
  send: (id: string, event: LiveEvent) => void
}

export type Live = {
  /** To everyone in the account unless `to` says otherwise. Of two versions of an entity an older one is dropped. */
  publish: (accountId: number, event: LiveEvent, to?: Audience, version?: EntityVersion) => Promise<void>
  /** For a browser that reads first and subscribes later. */
  position: EventLog['position']
  /** Subscribes and replays what the listener missed since lastId. Returns a function that unsubscribes. */
  join: (listener: Listener, lastId: string | undefined) => Promise<() => void>
  /** On this process. */
  hasBrowser: (accountId: number, userId: number) => boolean
  connections: () => number
  close: () => Promise<void>
}

/** A listener on this process: the last event it got, and what arrived during its replay. */
type Subscriber = { listener: Listener; reached: string; waiting: [string, Message][] | undefined }

/** user → their browsers on this process, for one account. */
type Users = Map<number, Set<Subscriber>>
const allOf = (users: Users): Subscriber[] => [...users.values()].flatMap((set) => [...set])
const subscribersFor = (users: Users = new Map(), to: Audience): Subscriber[] =>
  'users' in to ? to.users.flatMap((userId) => [...(users.get(userId) ?? [])]) : allOf(users)

/** Every browser subscribes to this topic. */
export const EVERYONE = 'everybody'

const isFor = ({ userId, topics }: Listener, to: Audience): boolean =>
  'users' in to ? to.users.includes(userId) : topics.has(to.topic)

/** Each event once: the channel may repeat what the replay already delivered. */
const deliver = (subscriber: Subscriber, id: string, message: Message): void => {
  if (!isFor(subscriber.listener, message.to) || (id && !isBefore(subscriber.reached, id))) return
  if (id) subscriber.reached = id
  subscriber.listener.send(id, message.event)
}

const deliverOrBuffer = (subscriber: Subscriber, id: string, message: Message): void => {
  if (subscriber.waiting) subscriber.waiting.push([id, message])
  else deliver(subscriber, id, message)
}

/** Delivers what a listener missed since lastId, then what arrived meanwhile, in order. */
const replay = async (eventLog: EventLog, subscriber: Subscriber, lastId: string): Promise<void> => {
  const missed = await eventLog.since(subscriber.listener.accountId, lastId)
  if (!missed) subscriber.listener.send('', { type: 'resync' })
  for (const [id, message] of missed ?? []) deliver(subscriber, id, message)
  const waiting = subscriber.waiting ?? []
  subscriber.waiting = undefined
  for (const [id, message] of waiting) deliver(subscriber, id, message)
}

export const createLive = (redisUrl: string, redis: RedisClient, prefix: string, log: Log): Live => {
  const channels = openRedis(redisUrl, 'patchbay-live', log)
  const subscribers = new Map<number, Users>()
  const eventLog = createEventLog(redis, prefix)

  const deliver = (accountId: number, id: string, message: Message): void => {
    for (const subscriber of subscribersFor(subscribers.get(accountId), message.to))
      deliverOrBuffer(subscriber, id, message)
  }
  const resyncAll = (): void => {
    for (const users of subscribers.values())
      for (const { listener } of allOf(users)) listener.send('', { type: 'resync' })
  }

  let wasReady = false
  channels.on('ready', () => {
    const names = [...subscribers.keys()].map(eventLog.channelOf)
    const subscribed = names.length > 0 ? channels.subscribe(...names) : Promise.resolve(0)
    // Events published while the subscription was down are lost: every browser reads again.
    subscribed.then(() => (wasReady ? resyncAll() : undefined)).catch(() => undefined)
    wasReady = true
  })
  channels.on('message', (channel: string, text: string) => {
    const space = text.indexOf(' ')
    deliver(eventLog.accountOf(channel), text.slice(0, space), JSON.parse(text.slice(space + 1)) as Message)
  })

  const leave = (subscriber: Subscriber): void => {
    const { accountId, userId } = subscriber.listener
    const users = subscribers.get(accountId)
    const set = users?.get(userId)
    if (!users || !set?.delete(subscriber) || set.size > 0) return
    users.delete(userId)
    if (users.size > 0) return
    subscribers.delete(accountId)
    subscriptions.delete(accountId)
    channels.unsubscribe(eventLog.channelOf(accountId)).catch(() => undefined)
  }

  const subscriptions = new Map<number, Promise<unknown>>()
  /** Listeners that arrive while the channel is being opened wait for it too. */
  const subscribed = async (accountId: number): Promise<void> => {
    const known = subscriptions.get(accountId) ?? withFallback(channels.subscribe(eventLog.channelOf(accountId)), 0)
    subscriptions.set(accountId, known)
    await known
  }

  const unpublished = new Set<number>()
  const publish: Live['publish'] = async (accountId, event, to = { topic: EVERYONE }, version) => {
    const message = { to, event }
    if ((await eventLog.add(accountId, message, version)) !== undefined) return
    // Without Redis the browsers of this process still get the event; the others read again when Redis is back. If Redis was
    // only slow, it may have delivered the event: browsers ignore duplicates, so at-least-once is enough.
    unpublished.add(accountId)
    deliver(accountId, '', message)
  }
  redis.on('ready', () => {
    const accounts = [...unpublished]
    unpublished.clear()
    for (const accountId of accounts) void publish(accountId, { type: 'resync' })
  })

  return {
    publish,
    position: eventLog.position,
    join: async (listener, lastId) => {
      const { accountId, userId } = listener
      const subscriber: Subscriber = { listener, reached: '0-0', waiting: lastId === undefined ? undefined : [] }
      const users: Users = subscribers.get(accountId) ?? new Map()
      subscribers.set(accountId, users)
      users.set(userId, (users.get(userId) ?? new Set()).add(subscriber))
      await subscribed(accountId)
      if (lastId !== undefined) await replay(eventLog, subscriber, lastId)
      return () => leave(subscriber)
    },
    hasBrowser: (accountId, userId) => subscribers.get(accountId)?.has(userId) ?? false,
    connections: () => [...subscribers.values()].flatMap(allOf).length,
    close: async () => channels.disconnect(),
  }
}
