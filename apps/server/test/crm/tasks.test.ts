import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertCustomer } from '../../src/crm/customers/store.ts'
import { completeTasks, insertTask } from '../../src/crm/tasks/store.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

const NOBODY = { externalId: null, lastName: '', patronymic: '', managerId: null, phones: [], emails: [] }
const custom = (text: string) => ({ kind: 'custom', text }) as const
const inFern = <T>(work: Parameters<typeof inAccount<T>>[2]) => inAccount(system.deps.db, system.fern.accountId, work)

it('has one open task for all missed calls of a customer, and a new one after it is completed', async () => {
  await inFern(async (trx) => {
    const customerId = await insertCustomer(trx, { ...NOBODY, firstName: 'Ivo', shopId: null })
    const missed = { content: { kind: 'missed-call', phone: '+14155550100' }, customerId } as const
    const first = await insertTask(trx, missed)
    expect(first).toBeGreaterThan(0)
    expect(await insertTask(trx, missed)).toBeUndefined()
    expect(await insertTask(trx, { content: custom('Send the catalogue'), customerId })).toBeGreaterThan(0)
    expect(await completeTasks(trx, { customerId, kind: 'missed-call', because: 'called back' })).toEqual([first])
    expect(await completeTasks(trx, { customerId, kind: 'missed-call', because: 'called back' })).toEqual([])
    expect(await insertTask(trx, missed)).toBeGreaterThan(0)
  })
})

it('has one open task for all missed calls of an unknown number', async () => {
  await inFern(async (trx) => {
    const phone = '+14155550100'
    const missed = { content: { kind: 'missed-call', phone }, phone } as const
    const first = await insertTask(trx, missed)
    expect(await insertTask(trx, missed)).toBeUndefined()
    expect(await insertTask(trx, { ...missed, phone: '+14155550101' })).toBeGreaterThan(0)
    expect(await completeTasks(trx, { phone, kind: 'missed-call', because: 'done' })).toEqual([first])
  })
})

it('creates a task over the API, about a customer, and lists it until it is completed', async () => {
  const { api, userIds } = system.fern
  await api.post('/api/v5/customers/create', { customer: { externalId: 'c-1', firstName: 'Nora' } })
  const task = {
    text: 'Send the catalogue',
    commentary: 'The big one',
    datetime: '2026-12-01 10:00',
    performerId: userIds.bruno,
    customer: { externalId: 'c-1' },
    colour: 'green',
  }
  const made = await api.post('/api/v5/tasks/create', { task })
  expect(made).toMatchObject({ status: 201, body: { success: true, id: expect.any(Number) } })
  const { id } = made.body as { id: number }
  const [bruno, chiara] = [await system.fern.signIn('bruno'), await system.fern.signIn('chiara')]
  const tasksOf = async (wire: typeof bruno, query: Record<string, string> = {}) =>
    ((await wire.get('/workspace/tasks', query)).body as { tasks: { id: number; customerId: number }[] }).tasks
  const [first] = await tasksOf(bruno)
  expect(first).toMatchObject({
    id,
    content: { kind: 'custom', text: 'Send the catalogue' },
    dueAt: '2026-12-01T10:00:00.000Z',
    performerId: userIds.bruno,
  })
  expect((await tasksOf(chiara)).map((one) => one.id)).not.toContain(id)
  expect((await tasksOf(chiara, { of: 'all' })).map((one) => one.id)).toContain(id)
  expect((await bruno.postJson(`/workspace/tasks/${id}/complete`, { because: 'sent' })).body).toEqual({ success: true })
  expect((await bruno.postJson(`/workspace/tasks/${id}/complete`, { because: 'again' })).body).toEqual({
    success: true,
  })
  expect((await tasksOf(bruno)).map((one) => one.id)).not.toContain(id)
  expect(await tasksOf(bruno, { customerId: String(first?.customerId) })).toMatchObject([{ id, doneBecause: 'sent' }])
})

it('sends the kind and the data of a task that the system created, and no sentence', async () => {
  const contents = [
    { kind: 'missed-call', phone: '+46 8 500 550 05' },
    { kind: 'hold-expires', orderNumber: '12A', expiresAt: '2026-12-01T10:00:00.000Z' },
  ] as const
  const phone = '+4685005505'
  const ids = await inFern((trx) => Promise.all(contents.map((content) => insertTask(trx, { content, phone }))))
  const ada = await system.fern.signIn('ada')
  const { tasks } = (await ada.get('/workspace/tasks')).body as { tasks: { id: number; content: object }[] }
  expect(ids.map((id) => tasks.find((one) => one.id === id)?.content)).toEqual(contents)
  await inFern((trx) => completeTasks(trx, { phone, kind: 'missed-call', because: 'called back' }))
  await inFern((trx) => completeTasks(trx, { phone, kind: 'hold-expires', because: 'approved' }))
})

it('lists tasks by due time, those without one last, with names, page by page', async () => {
  const { fern } = system
  const chiara = await fern.signIn('chiara')
  const made = await fern.api.post('/api/v5/customers/create', { customer: { firstName: 'Olga', lastName: 'Holm' } })
  const { id: customerId } = made.body as { id: number }
  const { chiara: performerId } = fern.userIds
  await inFern(async (trx) => {
    const now = Date.now()
    for (let hour = 60; hour > 0; hour--) {
      // Every other one is unassigned.
      const whose = hour % 2 ? { performerId } : {}
      await insertTask(trx, {
        content: custom(`due ${hour}`),
        dueAt: new Date(now + (hour - 30) * 3_600_000),
        customerId,
        ...whose,
      })
    }
    await insertTask(trx, { content: custom('some day'), performerId })
  })
  type Page = { tasks: { content: { text: string }; customerName?: string }[]; next?: string }
  const read = async (query: Record<string, string>) => (await chiara.get('/workspace/tasks', query)).body as Page
  const first = await read({})
  const second = await read({ after: first.next ?? '' })
  const listed = [...first.tasks, ...second.tasks].filter(({ content: { text } }) => /^due|^some/.test(text))
  expect(listed.map(({ content }) => content.text)).toEqual([
    ...Array.from({ length: 60 }, (_, n) => `due ${n + 1}`),
    'some day',
  ])
  expect(listed[0]).toMatchObject({ customerName: 'Olga Holm' })
  expect(first.tasks).toHaveLength(50)
})

it('[E-01] rejects a task for an unknown user or about an unknown customer', async () => {
  const { api } = system.fern
  const refused = async (task: object) => (await api.post('/api/v5/tasks/create', { task })).body
  expect(await refused({ text: 'x', performerId: 999_999 })).toMatchObject({
    errors: { performerId: 'there is no such user' },
  })
  expect(await refused({ text: 'x', customer: { id: 999_999 } })).toMatchObject({
    errors: { customer: 'there is no such customer' },
  })
  expect(await refused({ text: 'x', order: { number: 'none' } })).toMatchObject({
    errors: { order: 'there is no such order' },
  })
  expect(await refused({ text: 'x', datetime: 'soon' })).toMatchObject({ errorMsg: 'Errors in the entity format' })
  expect(await refused({ commentary: 'x' })).toMatchObject({ errors: { text: 'is missing' } })
})

it('[E-02] shows and completes no task of another account', async () => {
  const { id } = (await system.fern.api.post('/api/v5/tasks/create', { task: { text: 'Fern’s' } })).body as {
    id: number
  }
  const farid = await system.kettle.signIn('farid')
  expect((await farid.get('/workspace/tasks', { of: 'all' })).body).toMatchObject({ tasks: [] })
  expect((await farid.postJson(`/workspace/tasks/${id}/complete`, {})).status).toBe(404)
  const { fern, kettle } = system
  const refused = await kettle.api.post('/api/v5/tasks/create', {
    task: { text: 'x', performerId: fern.userIds.bruno },
  })
  expect(refused.status).toBe(400)
  expect((await kettle.api.post('/api/v5/tasks/create', { task: { text: 'Kettle’s' } })).status).toBe(201)
})

type Listed = { id: number; content: { text: string }; dueAt?: string; repeat?: string; performerId?: number }
/** All pages of the list. */
const open = async (wire: HttpClient, query: Record<string, string> = {}, after?: string): Promise<Listed[]> => {
  const reply = await wire.get('/workspace/tasks', { of: 'all', ...query, ...(after !== undefined && { after }) })
  const { tasks, next } = reply.body as { tasks: Listed[]; next?: string }
  return next === undefined ? tasks : [...tasks, ...(await open(wire, query, next))]
}

it('creates a task in the workspace about an order and its customer, and from a chat and a call', async () => {
  const bruno = await system.fern.signIn('bruno')
  const order = { number: 'T-1', firstName: 'Tess', items: [{ productName: 'Fern', initialPrice: 5 }] }
  const made = (await system.fern.api.post('/api/v5/orders/create', { order })).body as { id: number }
  const body = { text: 'Pack it', orderId: made.id, chatId: 5, callId: 6, dueAt: '2026-12-01T10:00:00.000Z' }
  const created = await bruno.postJson('/workspace/tasks', body)
  expect(created.status, created.text).toBe(201)
  const task = (await open(bruno)).find(({ id }) => id === (created.body as { id: number }).id)
  expect(task).toMatchObject({
    ...{ content: { kind: 'custom', text: 'Pack it' }, orderNumber: 'T-1', customerName: 'Tess', chatId: 5, callId: 6 },
  })
  expect((await bruno.postJson('/workspace/tasks', { text: 'x', orderId: 999_999 })).body).toHaveProperty(
    'errors.orderId',
  )
  expect((await bruno.postJson('/workspace/tasks', { text: 'x', repeat: 'daily' })).body).toHaveProperty('errors.dueAt')
  expect((await bruno.postJson('/workspace/tasks', { text: '' })).status).toBe(400)
})

it('creates the next task of a repeating one exactly once, however often it is completed', async () => {
  const bruno = await system.fern.signIn('bruno')
  const body = { text: 'Water the ferns', dueAt: '2030-01-31T09:00:00.000Z', repeat: 'monthly' }
  const { id } = (await bruno.postJson('/workspace/tasks', body)).body as { id: number }
  const complete = () => bruno.postJson(`/workspace/tasks/${id}/complete`, {})
  const replies = await Promise.all(Array.from({ length: 8 }, complete))
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  const ferns = (await open(bruno)).filter(({ content }) => content.text === 'Water the ferns')
  expect(ferns).toMatchObject([{ dueAt: '2030-02-28T09:00:00.000Z', repeat: 'monthly' }])
  await bruno.postJson(`/workspace/tasks/${ferns[0]?.id}/complete`, {})
  const [third] = (await open(bruno)).filter(({ content }) => content.text === 'Water the ferns')
  expect(third).toMatchObject({ dueAt: '2030-03-31T09:00:00.000Z' })
})

it('edits a task, and lists what is overdue', async () => {
  const bruno = await system.fern.signIn('bruno')
  const { id } = (await bruno.postJson('/workspace/tasks', { text: 'Old text' })).body as { id: number }
  const edit = {
    text: 'New text',
    commentary: 'why',
    dueAt: '2020-01-01T09:00:00.000Z',
    performerId: system.fern.userIds.chiara,
  }
  expect((await bruno.postJson(`/workspace/tasks/${id}`, edit)).status).toBe(200)
  const late = await open(bruno, { overdue: 'true' })
  expect(late.find((task) => task.id === id)).toMatchObject({
    content: { text: 'New text' },
    performerId: system.fern.userIds.chiara,
  })
  expect(late.every(({ dueAt }) => dueAt !== undefined && Date.parse(dueAt) < Date.now())).toBe(true)
  expect((await bruno.postJson(`/workspace/tasks/${id}`, { text: 'Later' })).status).toBe(200)
  expect((await open(bruno, { overdue: 'true' })).map((task) => task.id)).not.toContain(id)
  await bruno.postJson(`/workspace/tasks/${id}/complete`, {})
  expect((await bruno.postJson(`/workspace/tasks/${id}`, { text: 'Too late' })).status).toBe(404)
})
