import type { LiveEvent } from '@patchbay/contract/live'
import { openRedis, type RedisClient, withFallback } from '../db/redis.ts'
import type { Log } from '../process/log.ts'
import {
  type Audience,
  createEventLog,
  type EntityVersion,
  type EventLog,
  hintsPerSecond,
  isBefore,
  type Message,
  type Start,
} from './event-log.ts'
import { createMerge } from './merge.ts'

// Live events, from any process to the browsers connected to any other. An event is appended to a short stream per account
// (event-log.ts, for browsers that reconnect) and published on the account's channel. Each process subscribes only to accounts
// that have a browser on it, and delivers an event only to the users it is addressed to. Events that carry no data are merged
// (merge.ts).
//
// Live events are hints: when one may have been missed (Redis was down, or a browser was away for longer than the stream
// reaches back), the browser gets `resync` and reads the state again.

export type Listener = {
  accountId: number
  userId: number
  topics: ReadonlySet<string>
  /** Watches without being there: a screen in the office, for example. */
  absent?: boolean
  /** The id is empty when the event is not in the stream. */
  send: (id: string, event: LiveEvent) => void
}

export type Live = {
  /** To everyone in the account unless `to` says otherwise. Of two versions of an entity an older one is dropped. */
  publish: (accountId: number, event: LiveEvent, to?: Audience, version?: EntityVersion) => Promise<void>
  /** For a browser that reads first and subscribes later. */
  position: EventLog['position']
  /** Subscribes and replays what the listener missed since its start. Returns a function that unsubscribes. */
  join: (listener: Listener, start: Start | undefined) => Promise<() => void>
  /** On this process; a screen that only watches does not count. */
  hasBrowser: (accountId: number, userId: number) => boolean
  connections: () => number
  close: () => Promise<void>
}

/** A listener on this process: the last event it got, and what arrived during its replay. */
type Subscriber = { listener: Listener; reached: string; waiting: [string, Message][] | undefined; left: boolean }

/** user → their browsers on this process, for one account. */
type Users = Map<number, Set<Subscriber>>
const allOf = (users: Users): Subscriber[] => [...users.values()].flatMap((set) => [...set])
const subscribersFor = (users: Users = new Map(), to: Audience): Subscriber[] =>
  'users' in to ? to.users.flatMap((userId) => [...(users.get(userId) ?? [])]) : allOf(users)

/** Every browser subscribes to this topic. */
export const EVERYONE = 'everybody'

/** Walls subscribe to this one too: what changes too often for every browser. */
export const WALLS = 'walls'

const isFor = ({ userId, topics }: Listener, to: Audience): boolean =>
  'users' in to ? to.users.includes(userId) : topics.has(to.topic)

/**
 * Each event once: the channel may repeat what the replay already delivered. A hint that waited comes after newer events, and
 * without its id: the browser must not go back to it.
 */
const deliver = (subscriber: Subscriber, id: string, message: Message): void => {
  if (subscriber.left || !isFor(subscriber.listener, message.to)) return
  const isNew = id !== '' && isBefore(subscriber.reached, id)
  if (id && !isNew && hintsPerSecond(message) === undefined) return
  if (isNew) subscriber.reached = id
  subscriber.listener.send(isNew ? id : '', message.event)
}

const deliverOrBuffer = (subscriber: Subscriber, id: string, message: Message): void => {
  if (subscriber.waiting) subscriber.waiting.push([id, message])
  else deliver(subscriber, id, message)
}

/** Delivers what a listener missed since its start, then what arrived meanwhile, in order. */
const replay = async (eventLog: EventLog, subscriber: Subscriber, start: Start): Promise<void> => {
  const missed = await eventLog.since(subscriber.listener.accountId, start)
  if (!missed) subscriber.listener.send('', { type: 'resync' })
  for (const [id, message] of missed ?? []) deliver(subscriber, id, message)
  const waiting = subscriber.waiting ?? []
  subscriber.waiting = undefined
  for (const [id, message] of waiting) deliver(subscriber, id, message)
}

const RESYNC: Message = { to: { topic: EVERYONE }, event: { type: 'resync' } }

/** Delivers a message to the browsers of an account on this process: a hint in its wave, all others at once. */
const createDelivery = (subscribers: ReadonlyMap<number, Users>) => {
  const merge = createMerge<Subscriber, [string, Message]>(
    (subscriber, [id, message]) => deliverOrBuffer(subscriber, id, message),
    { event: ['', RESYNC], identity: '', perSecond: hintsPerSecond(RESYNC) ?? 1 },
  )
  return (accountId: number, id: string, message: Message): void => {
    const list = () =>
      subscribersFor(subscribers.get(accountId), message.to).filter(({ listener }) => isFor(listener, message.to))
    const perSecond = hintsPerSecond(message)
    if (perSecond === undefined) for (const subscriber of list()) deliverOrBuffer(subscriber, id, message)
    else {
      const key = `${accountId} ${JSON.stringify(message.to)} ${message.event.type}`
      merge.add(key, { event: [id, message], identity: JSON.stringify(message), perSecond }, list)
    }
  }
}

export const createLive = (redisUrl: string, redis: RedisClient, prefix: string, log: Log): Live => {
  const channels = openRedis(redisUrl, 'patchbay-live', log)
  const subscribers = new Map<number, Users>()
  const eventLog = createEventLog(redis, prefix)

  const deliver = createDelivery(subscribers)
  const resyncAll = (): void => {
    for (const accountId of subscribers.keys()) deliver(accountId, '', RESYNC)
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
    subscriber.left = true
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
    join: async (listener, start) => {
      const { accountId, userId } = listener
      const subscriber: Subscriber = { listener, reached: '0-0', waiting: start ? [] : undefined, left: false }
      const users: Users = subscribers.get(accountId) ?? new Map()
      subscribers.set(accountId, users)
      users.set(userId, (users.get(userId) ?? new Set()).add(subscriber))
      await subscribed(accountId)
      if (start) await replay(eventLog, subscriber, start)
      return () => leave(subscriber)
    },
    hasBrowser: (accountId, userId) =>
      [...(subscribers.get(accountId)?.get(userId) ?? [])].some(({ listener }) => !listener.absent),
    connections: () => [...subscribers.values()].flatMap(allOf).length,
    close: async () => channels.disconnect(),
  }
}
