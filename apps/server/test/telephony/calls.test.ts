import type { HttpClient } from '@patchbay/testkit/http-client'
import { type LiveStream, openLiveStream } from '@patchbay/testkit/live-stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let exchange: Exchange
let ada: HttpClient
let bruno: HttpClient
beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
  ada = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
})
afterAll(async () => {
  await exchange.close()
  await system.close()
})

type Listed = { id: number; phone: string; shop?: { code: string; name: string } }
type Page = { calls: Listed[]; next?: string }
type Verdict = { code: string; who?: { userId?: number; code?: string }[] }
type Traced = { verdicts: Verdict[]; steps: { step: string; ok?: boolean }[] }

const list = async (wire: HttpClient, query: Record<string, string> = {}) =>
  (await wire.get('/workspace/calls', query)).body as Page
const traceOf = async (phone: string): Promise<Traced> => {
  const { calls } = await list(ada)
  const id = calls.find((call) => call.phone === phone)?.id
  return ((await ada.get(`/workspace/calls/${id}/trace`)).body as { trace: Traced }).trace
}
const events = async (event: object, ...types: object[]) => {
  for (const one of types) await exchange.event({ ...event, ...one })
}

it('[T-18] pages through calls of one and the same second: none is left out, none comes twice', async () => {
  const calls = Array.from({ length: 120 }, (_, n) => ({
    ...{ date: '2026-02-03 10:00:00', type: 'in', result: 'answered', code: '102' },
    ...{ phone: `+1202555${1000 + n}`, externalId: `same-${n}` },
  }))
  for (const from of [0, 50, 100]) await exchange.upload(calls.slice(from, from + 50))
  const seen: number[] = []
  let before: string | undefined
  do {
    const page = await list(ada, before === undefined ? {} : { before })
    seen.push(...page.calls.map(({ id }) => id))
    before = page.next
  } while (before !== undefined)
  expect(seen).toHaveLength(120)
  expect(new Set(seen).size).toBe(120)
})

it('[D-25] lists as mine each call with a leg of mine: also what I passed on, and what rang at me', async () => {
  const mine = async () => (await list(bruno, { userId: String(system.fern.userIds.bruno) })).calls.map((c) => c.phone)
  const passedOn = { phone: '+12025552001', callExternalId: 'passed-on' }
  await events(passedOn, { type: 'in', codes: ['101'] }, { type: 'answer', codes: ['101'] })
  await events(passedOn, { type: 'in', codes: ['102'] }, { type: 'answer', codes: ['102'] })
  await events(passedOn, { type: 'hangup', hangupStatus: 'answered', codes: ['102'] })
  const group = { phone: '+12025552002', callExternalId: 'group' }
  await events(group, { type: 'in', codes: ['101', '102'] }, { type: 'hangup', hangupStatus: 'no answered', codes: [] })
  await events({ phone: '+12025552003', callExternalId: 'theirs' }, { type: 'in', codes: ['102'] })
  await exchange.upload({ date: '2026-02-04 10:00:00', type: 'in', result: 'busy', code: '101', phone: '+12025552004' })
  expect((await mine()).toSorted()).toEqual(['+12025552001', '+12025552002', '+12025552004'])
  const { calls } = await list(ada)
  expect(calls.find(({ phone }) => phone === '+12025552001')).toMatchObject({ userId: system.fern.userIds.chiara })
})

it('[T-16] an uploaded call has the shop of its external number, unless the record names a shop', async () => {
  const record = { date: '2026-02-05 10:00:00', type: 'in', result: 'answered' }
  await exchange.upload([
    { ...record, phone: '+12025552011', externalPhone: '+46812345678', externalId: 'n1' },
    { ...record, phone: '+12025552012', externalPhone: '+46899999999', externalId: 'n2' },
    { ...record, phone: '+12025552013', externalPhone: '+46812345678', site: 'fern-online', externalId: 'n3' },
  ])
  const shops = new Map((await list(ada)).calls.map(({ phone, shop }) => [phone, shop?.name]))
  expect(shops.get('+12025552011')).toBe('Garden Centre')
  expect(shops.get('+12025552012')).toBeUndefined()
  expect(shops.get('+12025552013')).toBe('Fern & Field Online')
})

it('[T-15] answers an event that names nobody with a warning, and its trace says so', async () => {
  const event = { phone: '+12025552021', callExternalId: 'nobody' }
  expect((await exchange.event({ ...event, type: 'in' })).body).toEqual({
    success: true,
    warnings: ['The event names nobody, so no card is shown: send codes or userIds.'],
  })
  expect((await exchange.event({ ...event, type: 'hangup', hangupStatus: 'cancel' })).body).toEqual({ success: true })
  const { verdicts, steps } = await traceOf('+12025552021')
  expect(verdicts).toEqual([{ code: 'call.nobody-named', ok: false, who: [], values: {} }])
  expect(steps.filter(({ step }) => step === 'event.extensions').map(({ ok }) => ok)).toEqual([false, undefined])
})

it('[T-15] a trace begins with its verdict: who saw the card, who was not signed in, which extension is unknown', async () => {
  const { bruno: brunoId, chiara } = system.fern.userIds
  const browser = await openLiveStream(system.origin, 'fern.test', await system.fern.cookie('bruno'))
  await exchange.event({ phone: '+12025552031', type: 'in', codes: ['101', '102', '999'], callExternalId: 'verdict' })
  const cards = () =>
    browser.events.filter(({ type }) => type === 'call-card') as unknown as { card: { callId: number } }[]
  await expect.poll(cards).toHaveLength(1)
  const codes = async () => (await traceOf('+12025552031')).verdicts.map(({ code, who }) => [code, who])
  const others = [
    ['call.offline', [{ userId: chiara }]],
    ['call.unassigned', [{ code: '999' }]],
  ]
  expect((await codes()).toSorted()).toEqual([...others, ['call.unconfirmed', [{ userId: brunoId }]]].toSorted())
  await bruno.postJson(`/workspace/call-cards/${cards()[0]?.card.callId}/shown`, {})
  expect(await codes()).toEqual([['call.shown', [{ userId: brunoId }]], ...others])
  browser.close()
})

it('[T-15] says of a call without a card why: only its end was reported, or nothing but its record', async () => {
  await exchange.event({ phone: '+12025552041', type: 'hangup', codes: ['101'], callExternalId: 'end-only' })
  expect((await traceOf('+12025552041')).verdicts).toMatchObject([{ code: 'call.only-hangup' }])
  await exchange.upload({ date: '2026-02-06 10:00:00', type: 'in', result: 'answered', phone: '+12025552042' })
  expect((await traceOf('+12025552042')).verdicts).toMatchObject([{ code: 'call.uploaded' }])
})

const live = async (name: 'bruno' | 'chiara'): Promise<LiveStream> =>
  openLiveStream(system.origin, 'fern.test', await system.fern.cookie(name))
type CardEvent = {
  type: string
  because?: string
  talkedUserId?: number
  card?: { state: string; answeredAt?: string }
}
const cardsOf = ({ events: all }: LiveStream) => all.filter(({ type }) => type.startsWith('call-card')) as CardEvent[]

it.each([
  ['answer', { type: 'answer', codes: ['101'] }],
  ['in, repeated with one extension', { type: 'in', codes: ['101'] }],
])(
  '[D-85] "%s": the card says who talks and since when; others are withdrawn; the end says who talked',
  async (what, taken) => {
    const browsers = [await live('bruno'), await live('chiara')] as const
    const call = { phone: '+12025552051', callExternalId: `talk ${what}` }
    await events(call, { type: 'in', codes: ['101', '102'] }, taken)
    await expect.poll(() => cardsOf(browsers[0])).toHaveLength(2)
    await expect.poll(() => cardsOf(browsers[1])).toHaveLength(2)
    expect(cardsOf(browsers[0])[0]?.card).toMatchObject({ state: 'ringing' })
    expect(cardsOf(browsers[0])[0]?.card?.answeredAt).toBeUndefined()
    expect(cardsOf(browsers[0])[1]?.card).toMatchObject({ state: 'talking', answeredAt: expect.any(String) })
    expect(cardsOf(browsers[1])[1]).toMatchObject({ type: 'call-card-withdrawn', because: 'answered elsewhere' })
    await events(call, { type: 'hangup' })
    await expect.poll(() => cardsOf(browsers[0])).toHaveLength(3)
    expect(cardsOf(browsers[0])[2]).toMatchObject({ because: 'ended', talkedUserId: system.fern.userIds.bruno })
    for (const browser of browsers) browser.close()
  },
)

it('[D-85] an answer without an id finds the call by number and extension', async () => {
  const call = { phone: '+12025552061', codes: ['101'] }
  await events(call, { type: 'in' }, { type: 'answer' }, { type: 'hangup', hangupStatus: 'answered' })
  const found = (await list(ada)).calls.filter(({ phone }) => phone === '+12025552061')
  expect(found).toMatchObject([{ state: 'ended', result: 'answered', duration: expect.any(Number) }])
})

it('[D-25] a missed call’s task is due in the callback time, has the customer’s name, and can be assigned', async () => {
  const customerId = await exchange.customer('+12025552071')
  const { bruno: brunoId } = system.fern.userIds
  const tasks = async (wire: HttpClient) =>
    ((await wire.get('/workspace/tasks', { customerId: String(customerId) })).body as { tasks: Task[] }).tasks
  type Task = { id: number; dueAt: string; customerName: string; performerId?: number; content: object }
  const missed = async (externalId: string) => {
    const record = { date: '2026-02-07 10:00:00', type: 'in', result: 'no answer', phone: '+12025552071', externalId }
    await exchange.upload(record)
    const [task] = await tasks(bruno)
    return task
  }
  const first = await missed('missed-1')
  expect(first).toMatchObject({ customerName: 'Ines Holm', content: { kind: 'missed-call', phone: '+12025552071' } })
  const started = Date.parse(first?.dueAt ?? '') - 30 * 60_000
  expect((await bruno.postJson('/workspace/account', { callbackMinutes: 5 })).status).toBe(403)
  expect((await ada.postJson('/workspace/account', { callbackMinutes: 0 })).status).toBe(400)
  expect((await ada.postJson('/workspace/account', { callbackMinutes: 5 })).body).toMatchObject({
    settings: { callbackMinutes: 5 },
  })
  const assign = (wire: HttpClient, id: number | undefined, body: object) =>
    wire.postJson(`/workspace/tasks/${id}/assign`, body)
  expect((await assign(ada, first?.id, { performerId: brunoId })).status).toBe(200)
  expect(await tasks(bruno)).toMatchObject([{ id: first?.id, performerId: brunoId }])
  expect((await assign(ada, first?.id, {})).status).toBe(200)
  expect((await tasks(bruno))[0]).not.toHaveProperty('performerId')
  expect((await assign(ada, first?.id, { performerId: 999_999 })).status).toBe(400)
  expect((await assign(ada, 999_999, {})).status).toBe(404)
  const edith = await system.kettle.signIn('edith')
  expect((await assign(edith, first?.id, {})).status).toBe(404)
  await ada.postJson(`/workspace/tasks/${first?.id}/complete`, {})
  await missed('missed-2')
  const open = (await tasks(bruno)).find(({ id }) => id !== first?.id)
  expect(Date.parse(open?.dueAt ?? '') - started).toBe(5 * 60_000)
})

it('[D-97] does not offer the recording of an exchange that is switched off', async () => {
  await exchange.upload({
    ...{ date: '2026-02-08 10:00:00', type: 'in', result: 'answered', phone: '+12025552081', externalId: 'taped' },
    recordUrl: `${exchange.module.url}/taped`,
  })
  const offered = async () =>
    (await list(ada)).calls.find(({ phone }) => phone === '+12025552081') as { recording?: boolean } | undefined
  expect(await offered()).toMatchObject({ recording: true })
  await ada.postJson('/workspace/modules/pbx/activity', { active: false })
  expect(await offered()).toMatchObject({ recording: false })
})
