import { connect } from 'node:net'
import type { LiveEvent } from '@patchbay/contract/live'
import { openLiveStream } from '@patchbay/testkit/live-stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startHeartbeat } from '../../src/http/heartbeat.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { findSession } from '../../src/platform/sessions/service.ts'
import { deleteSession } from '../../src/platform/sessions/store.ts'
import { startExchange } from '../support/phone-exchange.ts'
import { type Another, type System, startAnother, startSystem } from '../support/system.ts'

let system: System
let second: Another
const cookies: Record<string, string> = {}

beforeAll(async () => {
  system = await startSystem()
  second = await startAnother(system)
  for (const name of ['ada', 'bruno', 'chiara'] as const) cookies[name] = await system.fern.cookie(name)
  cookies.edith = await system.kettle.cookie('edith')
})
afterAll(async () => {
  await second.close()
  await system.close()
})

const open = (origin: string, host: string, name: string, lastId?: string) =>
  openLiveStream(origin, host, cookies[name] ?? '', lastId)

const changed = (code: string): LiveEvent => ({ type: 'module-changed', code })
const fern = () => system.fern.accountId

it('delivers an event only to the users it is addressed to, on any process', async () => {
  const ada = await open(system.origin, 'fern.test', 'ada')
  const bruno = await open(second.origin, 'fern.test', 'bruno')
  const chiara = await open(second.origin, 'fern.test', 'chiara')
  const edith = await open(second.origin, 'kettle.test', 'edith')
  await system.deps.live.publish(fern(), changed('for-bruno'), { users: [system.fern.userIds.bruno] })
  await second.deps.live.publish(fern(), changed('for-all'))
  await system.deps.live.publish(fern(), changed('for-admins'), { topic: 'admins' })
  await expect.poll(() => ada.events).toEqual([changed('for-all'), changed('for-admins')])
  await expect.poll(() => bruno.events).toEqual([changed('for-bruno'), changed('for-all')])
  await expect.poll(() => chiara.events).toEqual([changed('for-all')])
  expect(edith.events).toEqual([])
  for (const browser of [ada, bruno, chiara, edith]) browser.close()
})

it('publishes an event when a module registers through the API', async () => {
  const bruno = await open(second.origin, 'fern.test', 'bruno')
  await system.fern.api.post('/api/v5/integration-modules/live-1/edit', { integrationModule: { code: 'live-1' } })
  await expect.poll(() => bruno.events).toEqual([changed('live-1')])
  bruno.close()
})

it('replays what a browser missed, each event once and in order, on another process', async () => {
  const before = await open(system.origin, 'fern.test', 'bruno')
  await system.deps.live.publish(fern(), changed('seen'))
  await expect.poll(() => before.ids.length).toBe(1)
  before.close()
  await system.deps.live.publish(fern(), changed('missed-1'))
  await system.deps.live.publish(fern(), changed('not-for-bruno'), { users: [system.fern.userIds.ada] })
  await system.deps.live.publish(fern(), changed('missed-2'), { users: [system.fern.userIds.bruno] })
  const after = await open(second.origin, 'fern.test', 'bruno', before.ids[0])
  await system.deps.live.publish(fern(), changed('new'))
  await expect.poll(() => after.events).toEqual([changed('missed-1'), changed('missed-2'), changed('new')])
  after.close()
})

it('loses and repeats nothing when a browser reconnects under load', async () => {
  let browser = await open(system.origin, 'fern.test', 'bruno')
  const seen: string[] = []
  const take = () => {
    seen.push(...browser.events.map((event) => event.code ?? event.type))
    browser.close()
  }
  const storm = (async () => {
    for (let n = 0; n < 300; n++) await (n % 2 ? system : second).deps.live.publish(fern(), changed(`storm-${n}`))
  })()
  for (let round = 0; round < 5; round++) {
    await expect.poll(() => browser.ids.length, { interval: 1 }).toBeGreaterThan(5)
    take()
    browser = await open(round % 2 ? system.origin : second.origin, 'fern.test', 'bruno', browser.ids.at(-1))
  }
  await storm
  await expect.poll(() => seen.length + browser.events.length).toBe(300)
  take()
  expect(seen).toEqual(Array.from({ length: 300 }, (_, n) => `storm-${n}`))
})

it('merges hints without losing the last, also for a browser that reconnects while they wait', async () => {
  const order = (id: number): LiveEvent => ({ type: 'order-changed', id })
  const ended: LiveEvent = { type: 'call-ended' }
  let browser = await open(system.origin, 'fern.test', 'bruno')
  for (let n = 0; n < 50; n++) await second.deps.live.publish(fern(), ended)
  await second.deps.live.publish(fern(), changed('after-them'))
  await expect.poll(() => browser.ids.length).toBeGreaterThan(0)
  await expect.poll(() => browser.events).toContainEqual(changed('after-them'))
  await expect.poll(() => browser.events.filter(({ type }) => type === 'call-ended').length).toBeGreaterThan(1)
  browser.close()
  // It was gone before the wave reached it: its last event is newer than the hint.
  await second.deps.live.publish(fern(), order(7))
  const here = await open(system.origin, 'fern.test', 'ada')
  await second.deps.live.publish(fern(), changed('newer'))
  await expect.poll(() => here.ids.length).toBeGreaterThan(0)
  here.close()
  browser = await open(second.origin, 'fern.test', 'bruno', here.ids.at(-1))
  await expect.poll(() => browser.events).toContainEqual(order(7))
  expect(browser.events).not.toContainEqual(changed('newer'))
  expect(browser.events.filter(({ type }) => type === 'call-ended')).toHaveLength(1)
  browser.close()
})

it('delivers events between the first page and the opening of the stream, also of an idle account', async () => {
  await system.deps.redis.del(`${system.deps.config.redisPrefix}live:${fern()}`)
  const bruno = system.fern.stranger.with({ cookie: cookies.bruno ?? '' })
  const { liveFrom }: { liveFrom: string } = (await bruno.get('/workspace/me')).body
  await second.deps.live.publish(fern(), changed('meanwhile'))
  const browser = await openLiveStream(system.origin, 'fern.test', cookies.bruno ?? '', undefined, liveFrom)
  await expect.poll(() => browser.events).toEqual([changed('meanwhile')])
  browser.close()
})

it('unsubscribes a browser that disconnected while its stream was being opened', async () => {
  const { live } = system.deps
  const { join } = live
  const isHere = () => live.hasBrowser(fern(), system.fern.userIds.chiara)
  await expect.poll(isHere).toBe(false)
  const socket = connect(Number(new URL(system.origin).port), '127.0.0.1')
  const joined = Promise.withResolvers<boolean>()
  const joinLate = async (...of: Parameters<typeof join>) => {
    socket.destroy()
    // A later request was answered, so the server has noticed the disconnect.
    await system.fern.stranger.get('/healthz')
    const leave = await join(...of)
    joined.resolve(isHere())
    return leave
  }
  vi.spyOn(live, 'join').mockImplementationOnce(joinLate)
  socket.write(`GET /workspace/live HTTP/1.1\r\nHost: fern.test\r\nCookie: ${cookies.chiara}\r\n\r\n`)
  expect(await joined.promise).toBe(true)
  await expect.poll(isHere).toBe(false)
})

it('sends resync to a browser whose last event is no longer stored, and to one with an invalid id', async () => {
  for (const id of ['1-0', 'nonsense', '9'.repeat(300)]) {
    const browser = await open(system.origin, 'fern.test', 'ada', id)
    await expect.poll(() => browser.events[0]).toEqual({ type: 'resync' })
    browser.close()
  }
})

const markOf = (userId: number) => `${system.deps.config.redisPrefix}here:${fern()}:${userId}`

it('[D-31] users with an open stream are online; a stream needs a session', async () => {
  const ada = await open(system.origin, 'fern.test', 'ada')
  const { ada: adaId, chiara: chiaraId } = system.fern.userIds
  await system.deps.redis.del(markOf(chiaraId))
  await expect.poll(() => second.deps.presence.listOnline(fern(), [adaId, chiaraId])).toEqual(new Set([adaId]))
  expect(await second.deps.presence.listOnline(system.kettle.accountId, [adaId])).toEqual(new Set())
  ada.close()
  expect((await system.fern.stranger.get('/workspace/live')).status).toBe(401)
})

it('[D-31] a manager is online until 60 s after the last heartbeat, on any process', async () => {
  const exchange = await startExchange(system)
  const { redis } = system.deps
  const { chiara: userId } = system.fern.userIds
  const phone = '+12025550901'
  await exchange.customer(phone, { managerId: userId })
  const reason = async () => {
    const { body } = await system.fern.api.get('/api/v5/telephony/manager', { phone, explain: '1' })
    const { manager, explain } = body as { manager?: { id: string }; explain?: { reason: string } }
    return manager ? `manager ${manager.id}` : explain?.reason
  }
  /** In milliseconds, by the clock of Redis. */
  const redisTime = async () => {
    const [seconds, micros] = await redis.time()
    return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
  }
  await redis.del(markOf(userId))
  expect(await reason()).toBe('not here')
  const before = await redisTime()
  const chiara = await open(second.origin, 'fern.test', 'chiara')
  await expect.poll(reason).toBe(`manager ${userId}`)
  chiara.close()
  await expect.poll(() => second.deps.live.hasBrowser(fern(), userId)).toBe(false)
  expect(await reason()).toBe(`manager ${userId}`)
  const ends = await redis.pexpiretime(markOf(userId))
  expect(ends).toBeGreaterThanOrEqual(before + 60_000)
  expect(ends).toBeLessThanOrEqual((await redisTime()) + 60_000)
  // Instead of waiting for a minute.
  await redis.pexpireat(markOf(userId), ends - 60_000)
  expect(await reason()).toBe('not here')
  await exchange.close()
})

it('closes the stream of an ended session at its next heartbeat, and keeps other streams and sessions alive', async () => {
  const { accountId } = system.fern
  const callerOf = async (name: string) => {
    const token = decodeURIComponent(/patchbay_session=([^;]+)/.exec(cookies[name] ?? '')?.[1] ?? '')
    return (await findSession(system.deps, accountId, token)) ?? expect.unreachable()
  }
  const [ada, bruno] = [await callerOf('ada'), await callerOf('bruno')]
  const long = sql<Date>`now() - interval '1 hour'`
  await inAccount(system.deps.db, accountId, (trx) => trx.updateTable('session').set({ seen_at: long }).execute())
  const seenAt = () =>
    inAccount(system.deps.db, accountId, (trx) =>
      trx.selectFrom('session').select('seen_at').where('token_hash', '=', ada.sessionHash).executeTakeFirstOrThrow(),
    )
  const { seen_at: hourAgo } = await seenAt()
  const [written, ended]: string[][] = [[], []]
  const heartbeats = startHeartbeat(system.deps, 5)
  for (const [name, caller] of [['ada', ada] as const, ['bruno', bruno] as const])
    heartbeats.join({ caller, write: () => void written?.push(name), end: () => void ended?.push(name) })
  await expect.poll(() => new Set(written)).toEqual(new Set(['ada', 'bruno']))
  expect(ended).toEqual([])
  await expect.poll(async () => (await seenAt()).seen_at.getTime()).toBeGreaterThan(hourAgo.getTime())
  await inAccount(system.deps.db, accountId, (trx) => deleteSession(trx, bruno.sessionHash))
  await expect.poll(() => ended).toContain('bruno')
  expect(ended).not.toContain('ada')
  heartbeats.stop()
})
