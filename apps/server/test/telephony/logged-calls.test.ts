// Calls that users log by hand: in lists and timelines, with the missed-call task, changed and deleted.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { type LiveStream, openLiveStream } from '@patchbay/testkit/live-stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let exchange: Exchange
let ada: HttpClient
let bruno: HttpClient
let chiara: HttpClient
let browser: LiveStream
beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
  ada = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
  chiara = await system.fern.signIn('chiara')
  browser = await openLiveStream(system.origin, 'fern.test', await system.fern.cookie('chiara'))
})
afterAll(async () => {
  browser.close()
  await exchange.close()
  await system.close()
})

type Call = { id: number; phone: string; module?: string; loggedBy?: number; editable: boolean; customerId?: number }
type Entry = { kind: string; actor: string; detail: { loggedBy?: number; because?: string; result?: string } }

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const localTime = (minutes: number) => minutesAgo(minutes).slice(0, 19).replace('T', ' ')
const answered = (phone: string, more: object = {}) => ({
  ...{ direction: 'out', phone, startedAt: minutesAgo(5), duration: 75, result: 'answered', note: 'From my mobile' },
  ...more,
})
const log = (call: object, as = bruno) => as.postJson('/workspace/logged-calls', { call })
const logged = async (call: object): Promise<number> => {
  const reply = await log(call)
  expect(reply.status, reply.text).toBe(201)
  return (reply.body as { id: number }).id
}
const callOf = async (id: number, as = bruno) => ((await as.get(`/workspace/calls/${id}`)).body as { call: Call }).call
const timelineOf = async (id: number) =>
  ((await bruno.get(`/workspace/customers/${id}/timeline`, { limit: '50' })).body as { entries: Entry[] }).entries
const openTasks = async (customerId: number) =>
  (
    (await bruno.get('/workspace/tasks', { customerId: String(customerId) })).body as {
      tasks: { doneAt?: string; content: { kind: string } }[]
    }
  ).tasks.filter(({ doneAt }) => doneAt === undefined)
const missedCall = async (phone: string, minutes = 60) => {
  const record = { date: localTime(minutes), type: 'in', result: 'no answer', phone, externalId: `missed ${phone}` }
  expect((await exchange.upload(record)).status).toBe(200)
}

it('is in the list and the timeline, marked as logged by hand, and no module reported it', async () => {
  const customerId = await exchange.customer('+12025556001')
  const { bruno: brunoId } = system.fern.userIds
  const id = await logged(answered('+12025556001', { site: 'fern-garden' }))
  const call = await callOf(id)
  expect(call).toMatchObject({
    ...{ id, loggedBy: brunoId, userId: brunoId, customerId, duration: 75, result: 'answered', note: 'From my mobile' },
    ...{ editable: true, recording: false, transcript: false, shop: { code: 'fern-garden' }, state: 'ended' },
  })
  expect(call).not.toHaveProperty('module')
  const { calls } = (await ada.get('/workspace/calls', { phone: '+12025556001' })).body as { calls: Call[] }
  expect(calls).toMatchObject([{ id, loggedBy: brunoId, editable: true }])
  expect(await callOf(id, chiara)).toMatchObject({ editable: false })
  expect(await timelineOf(customerId)).toMatchObject([
    { kind: 'call', actor: `user:${brunoId}`, detail: { loggedBy: brunoId } },
  ])
  await expect.poll(() => browser.events).toContainEqual({ type: 'call-changed', callId: id })
  const { days } = (await ada.get('/workspace/daily-calls')).body as { days?: { answered: number }[] }
  expect(days?.some((day) => day.answered > 0) ?? false).toBe(false)
})

it('[D-25] completes the missed-call task as any call back does; deleted, the task is there again', async () => {
  const customerId = await exchange.customer('+12025556011')
  await missedCall('+12025556011')
  expect(await openTasks(customerId)).toHaveLength(1)
  const id = await logged(answered('+12025556011', { result: 'no answer' }))
  expect(await openTasks(customerId)).toEqual([])
  await expect.poll(() => browser.events).toContainEqual({ type: 'call-ended' })
  expect((await bruno.send('DELETE', `/workspace/logged-calls/${id}`)).status).toBe(200)
  expect(await openTasks(customerId)).toHaveLength(1)
  expect((await bruno.get(`/workspace/calls/${id}`)).status).toBe(404)
  expect((await timelineOf(customerId)).map(({ kind, detail }) => [kind, detail.because])).toEqual([
    ['call.unlinked', 'deleted'],
    ['call', undefined],
  ])
})

it('[D-25] a task that a person completed stays completed when the logged call is deleted', async () => {
  const customerId = await exchange.customer('+12025556021')
  await missedCall('+12025556021')
  const [task] = (await openTasks(customerId)) as unknown as { id: number }[]
  await bruno.postJson(`/workspace/tasks/${task?.id}/complete`, {})
  const id = await logged(answered('+12025556021'))
  await bruno.send('DELETE', `/workspace/logged-calls/${id}`)
  expect(await openTasks(customerId)).toEqual([])
})

it('a missed call of the mobile phone makes a task, also for an unknown number', async () => {
  const missed = { direction: 'in', result: 'no answer', duration: undefined }
  const customerId = await exchange.customer('+12025556031')
  await logged(answered('+12025556031', missed))
  expect(await openTasks(customerId)).toMatchObject([{ content: { kind: 'missed-call' } }])
  const id = await logged(answered('+12025556032', missed))
  const { missedCalls } = (await bruno.get('/workspace/missed-calls')).body as {
    missedCalls: { items: { callId?: number }[] }
  }
  expect(missedCalls.items.map(({ callId }) => callId)).toContain(id)
})

it('is changed by its author: customer, result and note, and the timelines follow', async () => {
  const [wrong, right] = [await exchange.customer('+12025556041'), await exchange.customer('+12025556042')]
  const id = await logged(answered('+12025556041'))
  const change = answered('+12025556041', { customerId: right, result: 'busy', note: 'Was the wrong one' })
  expect((await bruno.postJson(`/workspace/logged-calls/${id}`, { call: change })).status).toBe(200)
  expect(await callOf(id)).toMatchObject({ customerId: right, result: 'busy', duration: 0, note: 'Was the wrong one' })
  expect(await timelineOf(right)).toMatchObject([{ kind: 'call', detail: { result: 'busy' } }])
  expect(await timelineOf(wrong)).toMatchObject([{ kind: 'call.unlinked', detail: { because: 'edited' } }])
})

it('only its author and administrators change it; nobody changes a call of an exchange', async () => {
  const id = await logged(answered('+12025556051'))
  const call = answered('+12025556051', { note: 'Changed' })
  expect((await chiara.postJson(`/workspace/logged-calls/${id}`, { call })).status).toBe(403)
  expect((await chiara.send('DELETE', `/workspace/logged-calls/${id}`)).status).toBe(403)
  expect((await ada.postJson(`/workspace/logged-calls/${id}`, { call })).status).toBe(200)
  expect(await callOf(id)).toMatchObject({ note: 'Changed', loggedBy: system.fern.userIds.bruno })
  const edith = await system.kettle.signIn('edith')
  expect((await edith.postJson(`/workspace/logged-calls/${id}`, { call })).status).toBe(404)
  await exchange.upload({ date: localTime(9), type: 'in', result: 'answered', phone: '+12025556052', externalId: 'x' })
  const { calls } = (await ada.get('/workspace/calls', { phone: '+12025556052' })).body as { calls: Call[] }
  expect((await ada.send('DELETE', `/workspace/logged-calls/${calls[0]?.id}`)).status).toBe(404)
  const { records } = (await ada.get('/workspace/action-log', { recordType: 'Calls' })).body as {
    records: { action: string; subject: string }[]
  }
  const actions = records.filter(({ subject }) => subject === `call ${id}`).map(({ action }) => action)
  expect(actions).toEqual(['call.changed', 'call.logged'])
})

it('rejects a call in the future, an unknown customer and an unknown shop, and says which', async () => {
  const future = new Date(Date.now() + 3_600_000).toISOString()
  for (const [more, field] of [
    [{ startedAt: future }, 'startedAt'],
    [{ customerId: 999_999 }, 'customerId'],
    [{ site: 'no-such-shop' }, 'site'],
  ] as const) {
    const reply = await log(answered('+12025556061', more))
    expect(reply.status).toBe(400)
    expect((reply.body as { errors: object }).errors).toHaveProperty(field)
  }
})
