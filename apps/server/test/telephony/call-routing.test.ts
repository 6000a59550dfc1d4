// The router on calls: in the lookup of an exchange that asks for it, on the call card and in the trace.
import type { RoutingDecision } from '@patchbay/contract/platform/workspace/routing'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { type LiveStream, openLiveStream } from '@patchbay/testkit/live-stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expireCaches } from '../support/clock.ts'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let exchange: Exchange
let ada: HttpClient
let bruno: HttpClient
const streams: LiveStream[] = []
beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
  ada = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
  streams.push(await openLiveStream(system.origin, 'fern.test', await system.fern.cookie('bruno')))
})
afterAll(async () => {
  for (const stream of streams) stream.close()
  await exchange.close()
  await system.close()
})

const lookUp = async (phone: string, more: Record<string, string> = {}) =>
  (await system.fern.api.get('/api/v5/telephony/manager', { phone, ...more })).body as Record<string, never>
const PHONE = '+12025550401'

it('[T-20][T-21][D-28] an exchange that does not ask for the route gets what it always got, whether routing is on or off', async () => {
  await exchange.customer(PHONE, { managerId: system.fern.userIds.chiara })
  const before = await lookUp(PHONE)
  expect(before).toEqual({ success: true })
  await ada.postJson('/workspace/routing', { enabled: true })
  await expireCaches()
  expect(await lookUp(PHONE)).toEqual(before)
})

it('with route=1 it gets the next best person who is free, with the reason of everyone', async () => {
  const { ada: adaId, bruno: brunoId, chiara: chiaraId } = system.fern.userIds
  expect(await lookUp(PHONE, { route: '1' })).toEqual({
    success: true,
    route: {
      manager: {
        id: String(brunoId),
        firstName: 'Bruno',
        lastName: 'Costa',
        patronymic: '',
        email: 'bruno@fern.test',
        code: '101',
      },
      result: { code: 'team' },
      candidates: [
        { userId: brunoId, verdict: { code: 'chosen' } },
        { userId: adaId, verdict: { code: 'offline' } },
        { userId: chiaraId, verdict: { code: 'offline' } },
      ],
    },
  })
  expect(await lookUp(PHONE, { explain: '1' })).toMatchObject({
    explain: { reason: 'not here', route: { manager: { code: '101' } } },
  })
})

it('a shop that is closed has nobody, with the reason', async () => {
  const hours = { weekly: [[], [], [], [], [], [], []], dates: [] }
  await ada.postJson('/workspace/working-hours/fern-garden', { hours, awayText: '' })
  expect(await lookUp(PHONE, { route: '1', site: 'fern-garden' })).toMatchObject({
    route: {
      result: { code: 'closed' },
      candidates: expect.arrayContaining([{ userId: expect.any(Number), verdict: { code: 'closed' } }]),
    },
  })
  expect(await lookUp(PHONE, { route: '1', site: 'fern-online' })).toMatchObject({
    route: { result: { code: 'team' } },
  })
  await ada.postJson('/workspace/working-hours/fern-garden', { awayText: '' })
})

it('the card and the trace of a new call carry the decision; later events keep it', async () => {
  const call = { phone: PHONE, callExternalId: 'routed', codes: ['101'] }
  expect((await exchange.event({ type: 'in', ...call })).status).toBe(200)
  const cards = async () =>
    ((await bruno.get('/workspace/call-cards')).body as { cards: { callId: number; routing?: RoutingDecision }[] })
      .cards
  const [card] = await cards()
  const { bruno: brunoId, chiara: chiaraId } = system.fern.userIds
  expect(card?.routing).toMatchObject({ cause: 'call', userId: brunoId, result: { code: 'team' } })
  expect(card?.routing?.candidates).toContainEqual({ userId: chiaraId, verdict: { code: 'offline' } })
  await exchange.event({ type: 'answer', ...call })
  expect((await cards())[0]?.routing).toEqual(card?.routing)
  const { trace } = (await ada.get(`/workspace/calls/${card?.callId}/trace`)).body as {
    trace: { steps: { step: string; routing?: RoutingDecision }[] }
  }
  const steps = trace.steps.filter(({ step }) => step === 'routing.call')
  expect(steps.map(({ routing }) => routing?.userId)).toEqual([brunoId])
  // Who talks is not free for the next call.
  expect(await lookUp('+12025550499', { route: '1' })).toMatchObject({
    route: {
      result: { code: 'nobody-free' },
      candidates: expect.arrayContaining([{ userId: brunoId, verdict: { code: 'on-call' } }]),
    },
  })
  await exchange.event({ type: 'hangup', ...call, hangupStatus: 'answered' })
  expect(await lookUp('+12025550499', { route: '1' })).toMatchObject({ route: { manager: { code: '101' } } })
})

it('the page of an administrator explains it for a number', async () => {
  const { lookup, route } = (await ada.get('/workspace/manager-lookup', { phone: PHONE })).body as {
    lookup: { modules: { result: string }[] }
    route: RoutingDecision
  }
  expect(lookup.modules[0]?.result).toBe('offline')
  expect(route).toMatchObject({ cause: 'call', userId: system.fern.userIds.bruno, result: { code: 'team' } })
})

it('while routing is off a call has no decision', async () => {
  await ada.postJson('/workspace/routing', { enabled: false })
  await expireCaches()
  await exchange.event({ type: 'in', phone: PHONE, callExternalId: 'unrouted', codes: ['101'] })
  const { cards } = (await bruno.get('/workspace/call-cards')).body as { cards: object[] }
  expect(cards).toHaveLength(1)
  expect(cards[0]).not.toHaveProperty('routing')
})
