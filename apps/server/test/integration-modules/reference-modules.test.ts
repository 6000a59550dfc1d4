// The reference modules with the real system, each in its own process. Only a module's own page and the system call it.

import { SCOPES } from '@patchbay/contract/base/scopes'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { type ModuleProcess, startModuleProcess } from '@patchbay/testkit/module-process'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { changeAddress } from '../../src/operator/commands.ts'
import { expireCaches } from '../support/clock.ts'
import { invoiceOf, order } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

const modules: ModuleProcess[] = []
let system: System
let ada: HttpClient
let bruno: HttpClient
let bank: string
let webchat: string
let phones: string

beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  // The account's host is the address that the test listens on.
  await changeAddress(system.deps, system.fern.accountId, system.origin)
  await expireCaches()
  await system.work()
  for (const name of ['bank', 'webchat', 'phones'] as const) {
    const { text: apiKey } = await system.fern.newKey({ scopes: SCOPES, forModule: true })
    modules.push(await startModuleProcess(name, { systemUrl: system.origin, apiKey }))
  }
  ;[bank, webchat, phones] = modules.map(({ url }) => url) as [string, string, string]
  ada = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
}, 60_000)
afterAll(async () => {
  await Promise.all(modules.map(({ stop }) => stop()))
  await system.close()
})

/** Waits until `read` returns the expected value; on a time-out reports the last one. */
const soon = async <T>(read: () => Promise<T>, check: (value: T) => boolean): Promise<T> => {
  const attempt = async (): Promise<T> => {
    const last = await read()
    if (!check(last)) throw new Error(`not yet: ${JSON.stringify(last)}`)
    return last
  }
  return vi.waitFor(attempt, { timeout: 120_000 })
}

const issue = async (shop: string) => {
  const { paymentId, orderId } = await order(system.fern, `sandbox-bank-${shop}`)
  const reply = await bruno.postJson(`/workspace/payments/${paymentId}/invoice`, {})
  const { invoice } = reply.body as { invoice: { id: string; link: string } }
  expect(invoice.link, reply.text).toMatch(`${bank}/pay/`)
  return { orderId, uuid: invoice.id, link: invoice.link }
}
const becomes = (uuid: string, status: string) =>
  soon(
    async () => (await invoiceOf(system.fern, uuid)).status,
    (now) => now === status,
  )
const requestOperation = async (uuid: string, kind: string, more = {}) =>
  (await bruno.postJson(`/workspace/invoices/${uuid}/operations`, { kind, ...more })).status
const pay = async (link: string) => (await fetch(link, { method: 'POST' })).text()

it.each(['hold-auto', 'direct'])('an order is paid on the bank’s page: %s', async (shop) => {
  const { uuid, link } = await issue(shop)
  expect(await (await fetch(link)).text()).toContain('Pay $100.00')
  expect(await pay(link)).toContain('Payment received')
  expect(await becomes(uuid, 'succeeded')).toBe('succeeded')
})

it('an order is paid on the bank’s page: hold-manual, approved by the manager, refunded in two parts', async () => {
  const { uuid, link } = await issue('hold-manual')
  expect(await pay(link)).toContain('The amount is on hold')
  expect(await becomes(uuid, 'waitingForCapture')).toBe('waitingForCapture')
  expect(await requestOperation(uuid, 'approve')).toBe(200)
  expect(await becomes(uuid, 'succeeded')).toBe('succeeded')
  expect(await requestOperation(uuid, 'refund', { amount: 30 })).toBe(200)
  expect(await becomes(uuid, 'succeeded')).toBe('succeeded')
  expect(await requestOperation(uuid, 'refund')).toBe(200)
  expect(await becomes(uuid, 'refundSucceeded')).toBe('refundSucceeded')
})

it('the bank charges nothing for an order that has changed', async () => {
  const { uuid, link, orderId } = await issue('hold-auto')
  await system.fern.api.post(`/api/v5/orders/${orderId}/edit`, {
    by: 'id',
    order: { items: [{ productName: 'Fern', initialPrice: 10, quantity: 1 }] },
  })
  expect(await pay(link)).toContain('You have not been charged')
  expect(await becomes(uuid, 'canceled')).toBe('canceled')
})

type Chip = { reaction: string; byClient: boolean; userIds: number[] }
type Message = { id: number; originator: string; text: string; status: string; reactions: Chip[] }
type Shown = { id: string; side: string; text: string; reactions: { side: string; reaction: string }[] }

const json = { 'content-type': 'application/json' }
const visit = async (method: string, path: string, body?: object, token?: string) => {
  const headers = { ...json, ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${webchat}/chat/${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as { token: string; messages: Shown[] }
}

it('a visitor’s 👍 on the shop’s page appears in the workspace, and a manager’s reaction on the page', async () => {
  const { token } = await visit('POST', 'messages', { text: 'Is the fern in stock?' })
  const page = async () => (await visit('GET', 'messages', undefined, token)).messages
  const chats = async () => ((await bruno.get('/workspace/chats')).body as { chats: { id: number }[] }).chats
  const [chat] = await soon(chats, (list) => list.length === 1)
  const messages = async () =>
    ((await bruno.get(`/workspace/chats/${chat?.id}`)).body as { messages: Message[] }).messages
  expect((await messages()).map(({ text }) => text)).toEqual(['Is the fern in stock?'])

  await bruno.postJson(`/workspace/chats/${chat?.id}/messages`, { text: 'Yes, three of them' })
  const shown = await soon(page, (list) => list.length === 2)
  expect(shown.map(({ side, text }) => [side, text])).toEqual([
    ['visitor', 'Is the fern in stock?'],
    ['manager', 'Yes, three of them'],
  ])

  const answered = (list: Message[]) => list.find(({ text }) => text === 'Yes, three of them')
  // The page shows the message before the system has stored its id: a reaction in between is rejected.
  await soon(messages, (list) => answered(list)?.status === 'sent')
  await visit('POST', 'reactions', { messageId: shown[1]?.id, reaction: '👍' }, token)
  const withChip = await soon(messages, (list) => answered(list)?.reactions.length === 1)
  expect(answered(withChip)?.reactions).toMatchObject([{ reaction: '👍', byClient: true, userIds: [] }])
  await visit('DELETE', 'reactions', { messageId: shown[1]?.id, reaction: '👍' }, token)
  expect(answered(await soon(messages, (list) => answered(list)?.reactions.length === 0))?.reactions).toEqual([])

  const asked = withChip.find(({ originator }) => originator === 'customer')
  const react = (reaction: string) =>
    bruno.send('PUT', `/workspace/messages/${asked?.id}/reactions`, {
      headers: json,
      body: JSON.stringify({ reaction }),
    })
  expect((await react('❤️')).status).toBe(200)
  expect((await soon(page, (list) => list[0]?.reactions.length === 1))[0]?.reactions).toEqual([
    { side: 'manager', reaction: '❤️' },
  ])
  expect((await react('👍')).status).toBe(200)
  const replaced = await soon(page, (list) => list[0]?.reactions[0]?.reaction === '👍')
  expect(replaced[0]?.reactions).toEqual([{ side: 'manager', reaction: '👍' }])
  await bruno.send('DELETE', `/workspace/messages/${asked?.id}/reactions?reaction=${encodeURIComponent('👍')}`)
  expect((await soon(page, (list) => list[0]?.reactions.length === 0))[0]?.reactions).toEqual([])
})

type Call = { phone: string; state: string; result?: string; missed: boolean; recording: boolean; id: number }

it('a call on the page’s phones shows a card while it rings, and has a recording after it ended', async () => {
  const additionalCodes = [{ userId: system.fern.userIds.bruno, code: '101' }]
  expect(
    (await ada.postJson('/workspace/modules/phones/telephony', { additionalCodes, externalPhones: [] })).status,
  ).toBe(200)
  const act = (body: object) => fetch(`${phones}/act`, { method: 'POST', headers: json, body: JSON.stringify(body) })
  const page = await fetch(`${phones}/events`)
  const reader = page.body?.getReader()
  const state = async () =>
    JSON.parse(
      Buffer.from((await reader?.read())?.value ?? '')
        .toString()
        .replace(/^data: /, '')
        .split('\n')[0] ?? '',
    )
  await state()
  expect((await act({ act: 'call-in', phone: '+12025550188', to: '101' })).status).toBe(200)
  const { calls } = (await state()) as { calls: { id: string }[] }
  const cards = async () => ((await bruno.get('/workspace/call-cards')).body as { cards: { phone: string }[] }).cards
  expect(await soon(cards, (list) => list.length === 1)).toMatchObject([{ phone: '+12025550188', state: 'ringing' }])
  await act({ act: 'answer', id: calls[0]?.id, code: '101' })
  await act({ act: 'hang-up', id: calls[0]?.id })
  expect(await soon(cards, (list) => list.length === 0)).toEqual([])
  const history = async () => ((await bruno.get('/workspace/calls')).body as { calls: Call[] }).calls
  const [call] = await soon(history, (list) => list[0]?.recording === true)
  expect(call).toMatchObject({
    phone: '+12025550188',
    state: 'ended',
    result: 'answered',
    missed: false,
    recording: true,
  })
  const recording = await bruno.send('GET', `/workspace/calls/${call?.id}/recording`)
  expect([recording.status, recording.headers['content-type']]).toEqual([200, 'audio/wav'])
  await reader?.cancel()
})
