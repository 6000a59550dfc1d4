// The wall of the office: calls that ring and are talked in, and live events of its own.
import type { OpenCall } from '@patchbay/contract/telephony/workspace/open-calls'
import { type LiveStream, openLiveStream } from '@patchbay/testkit/live-stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { closeStaleCalls } from '../../src/telephony/calls/jobs.ts'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let exchange: Exchange
beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
})
afterAll(async () => {
  await exchange.close()
  await system.close()
})

const PHONE = '+46 8 500 550 77'

const openCalls = async (name: 'ada' | 'bruno' = 'ada'): Promise<OpenCall[]> => {
  const wire = await system.fern.signIn(name)
  return ((await wire.get('/workspace/open-calls')).body as { calls: OpenCall[] }).calls
}

const event = (type: string, callExternalId: string, codes: string[], more: object = {}) =>
  exchange.event({ type, phone: PHONE, codes, callExternalId, externalPhone: '+46 8 123 456 78', ...more })

const openWall = async (name: 'ada' | 'bruno'): Promise<LiveStream> =>
  openLiveStream(system.origin, 'fern.test', await system.fern.cookie(name), undefined, undefined, 'wall')

const count = ({ events }: LiveStream, type: string): number => events.filter((one) => one.type === type).length

it('[D-131] shows where a call rings and who talks, without the name and the number of the caller', async () => {
  await exchange.customer(PHONE)
  const { ada, bruno } = system.fern.userIds
  await event('in', 'wall-1', ['100', '101'])
  const [ringing] = await openCalls()
  expect(ringing).toMatchObject({ direction: 'in', state: 'ringing', phone: '••• 77', userIds: [ada, bruno] })
  expect(JSON.stringify(ringing)).not.toMatch(/Ines|Holm|500/)

  await event('answer', 'wall-1', ['101'])
  expect(await openCalls('bruno')).toEqual([
    { ...ringing, state: 'talking', answeredAt: expect.any(String), userIds: [bruno] },
  ])
  await event('hangup', 'wall-1', ['101'], { hangupStatus: 'answered' })
  expect(await openCalls()).toEqual([])
})

it('[D-131] lists the call that has waited longest first, and none of another account', async () => {
  await event('in', 'wall-2', ['100'])
  await exchange.event({ type: 'in', phone: '+46 8 500 550 78', codes: ['101'], callExternalId: 'wall-3' })
  expect((await openCalls()).map(({ phone }) => phone)).toEqual(['••• 77', '••• 78'])
  const edith = await system.kettle.signIn('edith')
  expect((await edith.get('/workspace/open-calls')).body).toEqual({ success: true, calls: [] })
  for (const id of ['wall-2', 'wall-3']) await event('hangup', id, [], { hangupStatus: 'no answered' })
})

it('[D-131] a wall gets an event whenever a call rings, is answered, ends or is closed as lost; other browsers do not', async () => {
  const wall = await openWall('bruno')
  const browser = await openLiveStream(system.origin, 'fern.test', await system.fern.cookie('bruno'))
  for (const [index, type] of ['in', 'answer', 'hangup'].entries()) {
    await event(type, 'wall-4', ['100'], type === 'hangup' ? { hangupStatus: 'answered' } : {})
    await expect.poll(() => count(wall, 'open-calls-changed')).toBe(index + 1)
  }
  await event('in', 'wall-5', ['100'])
  await expect.poll(() => count(wall, 'open-calls-changed')).toBe(4)
  await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    sql`update call set news_at = now() - interval '5 hours' where external_id = 'wall-5'`.execute(trx),
  )
  await closeStaleCalls(system.deps, system.fern.accountId, system.deps.now())
  await expect.poll(() => count(wall, 'open-calls-changed')).toBe(5)
  expect(await openCalls()).toEqual([])
  await system.deps.live.publish(system.fern.accountId, { type: 'module-changed', code: 'last' })
  await expect.poll(() => count(browser, 'module-changed')).toBe(1)
  expect(count(browser, 'open-calls-changed')).toBe(0)
  wall.close()
  browser.close()
})

it('[D-131] a wall does not make its user present', async () => {
  const { accountId, userIds } = system.fern
  const isOnline = async (id: number) => (await system.deps.presence.listOnline(accountId, [id]))?.has(id)
  const wall = await openWall('ada')
  await system.deps.live.publish(accountId, { type: 'module-changed', code: 'here' })
  await expect.poll(() => count(wall, 'module-changed')).toBe(1)
  expect(await isOnline(userIds.ada)).toBe(false)
  const browser = await openLiveStream(system.origin, 'fern.test', await system.fern.cookie('ada'))
  await expect.poll(() => isOnline(userIds.ada)).toBe(true)
  browser.close()
  wall.close()
})

it('[D-131] a wall gets an event when figures of reports were computed again', async () => {
  const wall = await openWall('ada')
  await system.work()
  await event('in', 'wall-6', ['100'])
  await event('hangup', 'wall-6', ['100'], { hangupStatus: 'no answered' })
  await expect.poll(() => count(wall, 'figures-changed'), { timeout: 30_000 }).toBeGreaterThan(0)
  wall.close()
})
