// Tasks as programs list, read and change them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
let ids: number[]
let orderId: number
beforeAll(async () => {
  system = await startSystem()
  const { api, userIds } = system.fern
  const order = await api.post('/api/v5/orders/create', {
    site: 'fern-garden',
    order: { number: 'T-1', firstName: 'Ines' },
  })
  orderId = (order.body as { id: number }).id
  const create = async (task: object) => ((await api.post('/api/v5/tasks/create', { task })).body as { id: number }).id
  ids = [
    await create({
      text: 'Call back',
      performerId: userIds.bruno,
      datetime: '2026-02-03 10:00:00',
      order: { id: orderId },
    }),
    await create({ text: 'Write', performerId: userIds.chiara, datetime: '2026-02-05 10:00', phone: '+12025550101' }),
    await create({ text: 'Think' }),
  ]
})
afterAll(() => system.close())

const listed = async (query: Record<string, string> = {}) => {
  const reply = await system.fern.api.get('/api/v5/tasks', query)
  expect(reply.status, reply.text).toBe(200)
  return (reply.body as { tasks: { id: number }[] }).tasks.map(({ id }) => ids.indexOf(id))
}
const edit = (id: number | undefined, task: object) => system.fern.api.post(`/api/v5/tasks/${id}/edit`, { task })

it('lists tasks, newest first, with the filters that work, and names them beside one that does not', async () => {
  const { userIds } = system.fern
  expect(await listed()).toEqual([2, 1, 0])
  expect(await listed({ filter: 'None' })).toEqual([2, 1, 0])
  expect(await listed({ 'filter[performers][]': String(userIds.bruno) })).toEqual([0])
  expect(await listed({ 'filter[orderNumber]': 'T-1' })).toEqual([0])
  expect(await listed({ 'filter[orderNumber]': 'T-404' })).toEqual([])
  expect(await listed({ 'filter[dateFrom]': '2026-02-04', 'filter[dateTo]': '2026-02-05' })).toEqual([1])
  expect(await listed({ 'filter[status]': 'completed' })).toEqual([])
  expect((await system.fern.api.get('/api/v5/tasks', { 'filter[text]': 'x' })).body).toMatchObject({
    errors: { text: 'is not known here; there are: status, performers, orderNumber, customerId, dateFrom, dateTo' },
  })
})

it('shows a task, changes what is sent, and completes it', async () => {
  const { api, userIds } = system.fern
  const get = async () => (await api.get(`/api/v5/tasks/${ids[0]}`)).body
  expect(await get()).toMatchObject({
    task: {
      ...{ id: ids[0], text: 'Call back', commentary: '', complete: false, performer: userIds.bruno },
      ...{ datetime: '2026-02-03 10:00:00', order: { id: orderId, number: 'T-1' } },
    },
  })
  expect(await edit(ids[0], { commentary: 'After nine', performerId: userIds.chiara, tags: [] })).toMatchObject({
    status: 200,
    body: { success: true, id: ids[0], warnings: [expect.stringContaining('task.tags')] },
  })
  expect(await get()).toMatchObject({
    task: { text: 'Call back', commentary: 'After nine', performer: userIds.chiara, datetime: '2026-02-03 10:00:00' },
  })
  expect((await edit(ids[0], { performerId: 999_999 })).status).toBe(400)
  expect((await edit(ids[0], { complete: 1 })).status).toBe(200)
  expect(await get()).toMatchObject({ task: { complete: true } })
  expect(await listed({ 'filter[status]': 'performing' })).toEqual([2, 1])
  expect((await edit(ids[0], { complete: false })).status).toBe(400)
})

it('[D-05][E-02] shows no task of another shop to a limited key, and none of another account', async () => {
  const { newKey, stranger } = system.fern
  const keyOf = async (site: string) => (await newKey({ scopes: ['task_read', 'task_write'], sites: [site] })).text
  const seen = async (apiKey: string) =>
    ((await stranger.get('/api/v5/tasks', { apiKey })).body as { tasks: { id: number }[] }).tasks.map(({ id }) => id)
  const [garden, online] = [await keyOf('fern-garden'), await keyOf('fern-online')]
  expect(await seen(garden)).toEqual([ids[0]])
  expect(await seen(online)).toEqual([])
  expect((await stranger.get(`/api/v5/tasks/${ids[0]}`, { apiKey: online })).status).toBe(404)
  expect((await stranger.get(`/api/v5/tasks/${ids[0]}`, { apiKey: garden })).status).toBe(200)
  expect((await system.kettle.api.get(`/api/v5/tasks/${ids[0]}`)).status).toBe(404)
  expect((await system.kettle.api.post(`/api/v5/tasks/${ids[0]}/edit`, { task: {} })).status).toBe(404)
})
