// Payment links and proposals in chats: what a message is for, the task that waits for an answer, and 👍.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issue, register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, type Transport } from '../support/transport.ts'

let system: System
let telegram: Transport
let bank: Bank
let channel: number
let bruno: HttpClient
let chatId: number
let customerId: number
beforeAll(async () => {
  system = await startSystem()
  bank = await startBank({ crm: () => system.fern.api, idempotent: true })
  telegram = await connectTransport(system.fern, 'telegram-1', 'http://127.0.0.1:9')
  channel = await telegram.channel()
  bruno = await system.fern.signIn('bruno')
  await telegram.message(channel, 'hello')
  const { chats } = (await bruno.get('/workspace/chats')).body as { chats: { id: number; customerId: number }[] }
  ;({ id: chatId, customerId } = chats[0] ?? expect.fail('no chat'))
})
afterAll(async () => {
  await system.close()
  await bank.close()
})

type Task = {
  id: number
  content: { kind: string; to?: string }
  doneAt?: string
  doneBecause?: string
  dueAt?: string
}
const tasks = async (): Promise<Task[]> =>
  ((await bruno.get('/workspace/tasks', { customerId: String(customerId) })).body as { tasks: Task[] }).tasks.filter(
    ({ content }) => content.kind === 'answer-pending',
  )
type Purpose = { kind: string; invoiceId?: string; orderNumber?: string; task?: { id: number; doneBecause?: string } }
const purposeOf = async (id: number): Promise<Purpose | undefined> => {
  const { messages } = (await bruno.get(`/workspace/chats/${chatId}`)).body as {
    messages: { id: number; purpose?: Purpose }[]
  }
  return messages.find((message) => message.id === id)?.purpose
}
const write = (more: object) => bruno.postJson(`/workspace/chats/${chatId}/messages`, { text: 'An offer', ...more })
const written = async (more: object): Promise<number> => ((await write(more)).body as { id: number }).id
const react = (id: number, reaction: string) =>
  telegram.call('POST', '/messages/reaction', { channel, message: { id }, reaction })
const PROPOSAL = { purpose: { kind: 'proposal' }, awaitAnswer: true }

const order = async (): Promise<{ id: number; number: string }> => {
  const created = await system.fern.api.post('/api/v5/orders/create', {
    site: 'fern-online',
    order: { firstName: 'Vera', items: [{ productName: 'Fern', initialPrice: 10, quantity: 1 }] },
  })
  const { id } = created.body as { id: number }
  const { order: found } = (await bruno.get(`/workspace/orders/${id}`)).body as { order: { number: string } }
  return { id, number: found.number }
}

it('a message without a purpose has none, and a purpose alone creates no task', async () => {
  expect(await purposeOf(await written({}))).toBeUndefined()
  expect(await purposeOf(await written({ purpose: { kind: 'proposal' } }))).toEqual({ kind: 'proposal' })
  expect(await tasks()).toEqual([])
})

it('a proposal creates a task of its author for tomorrow; the customer’s 👍 completes it, and nothing else does', async () => {
  const id = await written(PROPOSAL)
  const [task = expect.fail('no task')] = await tasks()
  expect(task).toMatchObject({
    content: { to: 'proposal', chatId, customer: 'Vera' },
    performerId: system.fern.userIds.bruno,
  })
  expect(Date.parse(task.dueAt ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  expect(await purposeOf(id)).toEqual({ kind: 'proposal', task: { id: task.id } })
  await react(id, '❤️')
  await telegram.message(channel, 'let me think')
  expect((await tasks())[0]?.doneAt).toBeUndefined()
  expect((await react(id, '👍🏽')).status).toBe(200)
  expect((await tasks())[0]).toMatchObject({ id: task.id, doneBecause: 'customer-agreed' })
  expect((await purposeOf(id))?.task).toMatchObject({ id: task.id, doneBecause: 'customer-agreed' })
})

it('👍 on another message, or a second 👍, changes nothing; a task that a user completed keeps their reason', async () => {
  const [one, other] = [await written(PROPOSAL), await written(PROPOSAL)]
  const taskOf = async (id: number) => (await purposeOf(id))?.task?.id
  const [first, second] = [await taskOf(one), await taskOf(other)]
  const reasons = async () =>
    Object.fromEntries((await tasks()).map(({ id, doneBecause }) => [id, doneBecause])) as Record<number, string>
  await react(one, '👍')
  expect([(await reasons())[first ?? 0], (await reasons())[second ?? 0]]).toEqual(['customer-agreed', undefined])
  await bruno.postJson(`/workspace/tasks/${second}/complete`, { because: 'by phone' })
  await react(other, '👍')
  await react(one, '👍')
  expect([(await reasons())[first ?? 0], (await reasons())[second ?? 0]]).toEqual(['customer-agreed', 'by phone'])
  expect((await purposeOf(other))?.task).not.toHaveProperty('doneBecause')
})

it('a payment link is stored with its invoice and its order', async () => {
  const { id: orderId, number } = await order()
  const invoiceId = crypto.randomUUID()
  const id = await written({ purpose: { kind: 'payment-link', invoiceId, orderId }, awaitAnswer: true })
  expect(await purposeOf(id)).toMatchObject({ kind: 'payment-link', invoiceId, orderNumber: number })
  await react(id, '👍')
  expect((await purposeOf(id))?.task?.doneBecause).toBe('customer-agreed')
})

it('a payment completes the task of its link, and no other', async () => {
  const { type } = await register(system.fern, 'our-bank', bank.url)
  const [paid, other] = [await issue(system.fern, bank, type), await order()]
  const link = (orderId: number, invoiceId: string) => ({ purpose: { kind: 'payment-link', invoiceId, orderId } })
  const own = await written({ ...link(paid.orderId, paid.uuid), awaitAnswer: true })
  const unpaid = await written({ ...link(other.id, crypto.randomUUID()), awaitAnswer: true })
  await bank.pay(paid.bankId, 'no-hold')
  expect((await purposeOf(own))?.task?.doneBecause).toBe('paid')
  expect((await purposeOf(unpaid))?.task).not.toHaveProperty('doneBecause')
})

it('refuses an unknown order, and to wait for an answer to nothing; then no message is sent', async () => {
  const count = async () =>
    ((await bruno.get(`/workspace/chats/${chatId}`)).body as { messages: object[] }).messages.length
  const before = await count()
  const unknown = { kind: 'payment-link', invoiceId: crypto.randomUUID(), orderId: 999_999 }
  expect((await write({ purpose: unknown })).status).toBe(400)
  expect((await write({ awaitAnswer: true })).status).toBe(400)
  expect(await count()).toBe(before)
})
