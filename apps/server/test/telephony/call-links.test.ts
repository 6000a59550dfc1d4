import type { HttpClient } from '@patchbay/testkit/http-client'
import { type LiveStream, openLiveStream } from '@patchbay/testkit/live-stream'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let exchange: Exchange
let bruno: HttpClient
let browser: LiveStream
beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
  bruno = await system.fern.signIn('bruno')
})
beforeEach(async () => {
  browser = await openLiveStream(system.origin, 'fern.test', await system.fern.cookie('bruno'))
})
afterEach(() => browser.close())
afterAll(async () => {
  await exchange.close()
  await system.close()
})

type CardCustomer = { id: number; name: string; match: string; openOrders: { number: string }[]; lastNote?: object }
type Card = { callId: number; version: number; phone: string; state: string; customers: CardCustomer[] }
type Entry = { kind: string; actor: string; detail: { callId?: number } }

const openCard = async (phone: string): Promise<Card> => {
  const { cards } = (await bruno.get('/workspace/call-cards')).body as { cards: Card[] }
  return cards.find((card) => card.phone === phone) ?? expect.fail(`no card of ${phone}`)
}
const ring = async (phone: string, callExternalId: string): Promise<Card> => {
  await exchange.event({ phone, type: 'in', codes: ['101'], callExternalId })
  return openCard(phone)
}
const hangUp = (phone: string, callExternalId: string, hangupStatus: string) =>
  exchange.event({ phone, type: 'hangup', codes: ['101'], callExternalId, hangupStatus })
const link = async (callId: number, body: object) => bruno.postJson(`/workspace/calls/${callId}/customer`, body)
const callOf = async (id: number) =>
  ((await bruno.get(`/workspace/calls/${id}`)).body as { call: { customerId?: number; note: string } }).call
const timelineOf = async (id: number) =>
  ((await bruno.get(`/workspace/customers/${id}/timeline`, { limit: '50' })).body as { entries: Entry[] }).entries
const kindsOf = async (id: number) => (await timelineOf(id)).map(({ kind }) => kind)
const openTasksOf = async (customerId: number) =>
  (
    (await bruno.get('/workspace/tasks', { customerId: String(customerId) })).body as {
      tasks: { doneAt?: string; content: { kind: string } }[]
    }
  ).tasks.filter(({ doneAt, content }) => doneAt === undefined && content.kind === 'missed-call')
const ofType = (type: string) => browser.events.filter((event) => event.type === type)

it('[D-29] a linked call keeps its customer through later events and its record, and all cards show them', async () => {
  const [wrong, right] = [await exchange.customer('+12025553001'), await exchange.customer('+12025553002')]
  const card = await ring('+12025553001', 'relinked')
  expect(card.customers.map(({ id }) => id)).toEqual([wrong])
  const reply = await link(card.callId, { customerId: right })
  expect(reply).toMatchObject({ status: 200, body: { customers: [{ id: right, match: 'none' }] } })
  await expect.poll(() => ofType('call-changed')).toEqual([{ type: 'call-changed', callId: card.callId }])
  await expect
    .poll(() => (ofType('call-card') as unknown as { card: Card }[]).at(-1)?.card)
    .toMatchObject({ version: card.version + 1, customers: [{ id: right }] })
  await exchange.event({ phone: '+12025553001', type: 'answer', codes: ['101'], callExternalId: 'relinked' })
  expect(await openCard('+12025553001')).toMatchObject({ state: 'talking', customers: [{ id: right }] })
  await bruno.postJson(`/workspace/calls/${card.callId}/note`, { note: 'Wants two ferns' })
  await hangUp('+12025553001', 'relinked', 'answered')
  const record = { date: '2026-02-07 10:00:00', type: 'in', result: 'answered', phone: '+12025553001' }
  await exchange.upload({ ...record, externalId: 'relinked', duration: 60 })
  expect(await callOf(card.callId)).toMatchObject({ customerId: right, note: 'Wants two ferns' })
  expect(await kindsOf(right)).toEqual(['call'])
  expect(await kindsOf(wrong)).toEqual([])
  const { customers } = (await bruno.get(`/workspace/call-cards/${card.callId}/customers`)).body as {
    customers: CardCustomer[]
  }
  expect(customers.map(({ id }) => id)).toEqual([right])
})

it('a call that has ended moves with its timeline entry; the earlier customer’s says so, and it can move back', async () => {
  const [wrong, right] = [await exchange.customer('+12025553011'), await exchange.customer('+12025553012')]
  const { callId } = await ring('+12025553011', 'ended')
  await hangUp('+12025553011', 'ended', 'answered')
  expect(await kindsOf(wrong)).toEqual(['call'])
  await link(callId, { customerId: right })
  expect(await callOf(callId)).toMatchObject({ customerId: right })
  expect(await timelineOf(right)).toMatchObject([{ kind: 'call', detail: { callId } }])
  expect(await timelineOf(wrong)).toMatchObject([
    { kind: 'call.unlinked', actor: `user:${system.fern.userIds.bruno}`, detail: { callId, customerId: right } },
  ])
  await link(callId, { customerId: wrong })
  expect(await kindsOf(right)).toEqual(['call.unlinked'])
  expect((await kindsOf(wrong)).toSorted()).toEqual(['call', 'call.unlinked'])
  await link(callId, { customerId: wrong })
  expect((await kindsOf(wrong)).toSorted(), 'the same link again changes nothing').toEqual(['call', 'call.unlinked'])
})

it('[D-29] the number is added only on request, and then the next call finds the customer', async () => {
  const customerId = await exchange.customer('+12025553022')
  const { callId, customers } = await ring('+12025553021', 'unknown-1')
  expect(customers).toEqual([])
  expect((await link(callId, { customerId })).body).toMatchObject({ customers: [{ id: customerId, match: 'none' }] })
  await hangUp('+12025553021', 'unknown-1', 'answered')
  expect((await ring('+12025553021', 'unknown-2')).customers).toEqual([])
  await hangUp('+12025553021', 'unknown-2', 'answered')
  const added = await link(callId, { customerId, addPhone: true })
  expect(added.body).toMatchObject({ customers: [{ id: customerId, match: 'e164' }] })
  await link(callId, { customerId, addPhone: true })
  const { customer } = (await bruno.get(`/workspace/customers/${customerId}`)).body as {
    customer: { phones: { number: string }[] }
  }
  expect(customer.phones.map(({ number }) => number)).toEqual(['+12025553022', '+12025553021'])
  expect((await kindsOf(customerId)).filter((kind) => kind === 'customer.changed')).toHaveLength(1)
  expect((await ring('+12025553021', 'unknown-3')).customers).toMatchObject([{ id: customerId, match: 'e164' }])
})

it('[D-25] the task of a missed call goes with it', async () => {
  const [wrong, right] = [await exchange.customer('+12025553031'), await exchange.customer('+12025553032')]
  const { callId } = await ring('+12025553031', 'missed')
  await hangUp('+12025553031', 'missed', 'no answered')
  await expect.poll(() => ofType('call-card-withdrawn')).toMatchObject([{ because: 'ended', missed: true }])
  expect(await openTasksOf(wrong)).toHaveLength(1)
  await link(callId, { customerId: right })
  expect([await openTasksOf(wrong), await openTasksOf(right)].map((tasks) => tasks.length)).toEqual([0, 1])
})

it('[T-16] the card shows open orders and the last note as they are now, and the note of an earlier call', async () => {
  const customerId = await exchange.customer('+12025553041')
  const before = await ring('+12025553041', 'earlier')
  expect(before.customers[0]).not.toHaveProperty('lastNote')
  await bruno.postJson(`/workspace/calls/${before.callId}/note`, { note: 'Call back on Friday' })
  await hangUp('+12025553041', 'earlier', 'answered')
  const { callId, customers } = await ring('+12025553041', 'now')
  expect(customers).toMatchObject([{ openOrders: [], lastNote: { text: 'Call back on Friday', by: 'Bruno Costa' } }])
  await bruno.postJson(`/workspace/customers/${customerId}/notes`, { text: 'Prefers emails' })
  const order = { customer: { id: customerId }, items: [{ productName: 'Fern', initialPrice: '10', quantity: '1' }] }
  expect((await bruno.postJson('/workspace/orders', { order: { ...order, site: 'fern-online' } })).status).toBe(201)
  const now = (await bruno.get(`/workspace/call-cards/${callId}/customers`)).body as { customers: CardCustomer[] }
  expect(now.customers).toMatchObject([{ lastNote: { text: 'Prefers emails' }, openOrders: [{ status: 'New' }] }])
  expect((await openCard('+12025553041')).customers).toEqual(now.customers)
})

it('refuses a customer or a call that does not exist, and those of another account', async () => {
  const customerId = await exchange.customer('+12025553051')
  const { callId } = await ring('+12025553052', 'refused')
  expect((await link(callId, { customerId: 999_999 })).body).toMatchObject({
    errors: { customerId: 'there is no such customer' },
  })
  expect((await link(999_999, { customerId })).status).toBe(404)
  expect((await bruno.get('/workspace/call-cards/999999/customers')).status).toBe(404)
  const edith = await system.kettle.signIn('edith')
  expect((await edith.postJson(`/workspace/calls/${callId}/customer`, { customerId })).status).toBe(404)
  expect((await edith.get(`/workspace/call-cards/${callId}/customers`)).status).toBe(404)
})
