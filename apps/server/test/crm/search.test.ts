import type { HttpClient } from '@patchbay/testkit/http-client'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SEARCH_FILL_LANE } from '../../src/crm/search/lane.ts'
import type { Db } from '../../src/lib/db/database.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { lanesDone } from '../support/lanes.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let bruno: HttpClient
beforeAll(async () => {
  system = await startSystem()
  bruno = await system.fern.signIn('bruno')
  await system.work()
})
afterAll(() => system.close())

type Found = {
  customers: { id: number; firstName: string; lastName: string }[]
  orders: { id: number; number: string }[]
  more: string[]
}

const find = async (text: string, more: Record<string, string> = {}, wire = bruno): Promise<Found> => {
  const reply = await wire.get('/workspace/search', { text, ...more })
  expect(reply, reply.text).toMatchObject({ status: 200 })
  return reply.body as Found
}
const names = async (text: string, more: Record<string, string> = {}) =>
  (await find(text, more)).customers.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())
const numbers = async (text: string, more: Record<string, string> = {}) =>
  (await find(text, more)).orders.map(({ number }) => number)

const create = async (customer: Record<string, unknown>, side: System['fern'] | System['kettle'] = system.fern) => {
  const reply = await side.api.post('/api/v5/customers/create', { customer })
  expect(reply.status, reply.text).toBe(201)
  return (reply.body as { id: number }).id
}

it('finds customers by the beginning of any word of the name, in either script, whole words first', async () => {
  await create({ firstName: 'Ольга', lastName: 'Щукина', patronymic: 'Сергеевна' })
  await create({ firstName: 'Olga', lastName: 'Meyer' })
  await create({ firstName: 'José María', lastName: 'Olgason' })
  expect(await names('olga')).toEqual(['Olga Meyer', 'Ольга Щукина', 'José María Olgason'])
  expect(await names('Ольга')).toEqual(['Olga Meyer', 'Ольга Щукина', 'José María Olgason'])
  expect(await names('Shchuk')).toEqual(['Ольга Щукина'])
  expect(await names('щук ол')).toEqual(['Ольга Щукина'])
  expect(await names('Сергеев')).toEqual(['Ольга Щукина'])
  expect(await names('MARIA jose')).toEqual(['José María Olgason'])
  expect(await names('lga')).toEqual([])
  expect(await names('o')).toEqual([])
})

it('[D-29] finds customers by phone in any form or by its last digits, and by email', async () => {
  await create({
    firstName: 'Petra',
    phones: [{ number: '(415) 555-0171' }, { number: '+46 8 500 599 01' }],
    emails: ['petra@Example.test', 'second+petra@example.test'],
  })
  for (const text of [
    '4155550171',
    '+1 415 555 0171',
    '001 415 555-0171',
    '0171',
    '55 0171',
    '59901',
    'petra@ex',
    'SECOND+',
  ])
    expect(await names(text), text).toEqual(['Petra'])
  expect(await names('4155550172')).toEqual([])
})

it('finds orders by number, customer and item', async () => {
  const order = (fields: object) =>
    system.fern.api.post('/api/v5/orders/create', { order: fields, site: 'fern-garden' })
  const items = (...productNames: string[]) =>
    productNames.map((productName) => ({ productName, initialPrice: 10, quantity: 1 }))
  await order({
    number: 'F-100',
    firstName: 'Nils',
    lastName: 'Ek',
    phone: '+46 8 500 577 01',
    items: items('Fig tree'),
  })
  await order({ number: 'F-1001', firstName: 'Kim', items: items('Fig leaves', 'Watering can') })
  expect(await numbers('f-100')).toEqual(['F-100', 'F-1001'])
  expect(await numbers('#F-1001')).toEqual(['F-1001'])
  expect(await numbers('fig')).toEqual(['F-1001', 'F-100'])
  expect(await numbers('kim water')).toEqual(['F-1001'])
  expect(await numbers('nils')).toEqual(['F-100'])
  expect(await numbers('57701')).toEqual(['F-100'])
  const { only } = { only: 'customers' }
  expect(await find('nils', { only })).toMatchObject({ customers: [{ firstName: 'Nils' }], orders: [] })
  expect(await find('nils', { only: 'orders' })).toMatchObject({ customers: [], orders: [{ number: 'F-100' }] })
  expect(await numbers('fig', { status: 'complete' })).toEqual([])
  expect(await numbers('fig', { site: 'fern-garden', limit: '1' })).toEqual(['F-1001'])
  expect((await find('fig', { limit: '1' })).more).toEqual(['orders'])
})

it('an edit changes what a customer or an order is found by, in the same transaction', async () => {
  const id = await create({
    firstName: 'Wendy',
    phones: [{ number: '4155550191' }],
    managerId: system.fern.userIds.bruno,
  })
  const edit = { lastName: 'Quist', firstName: 'Wenda', phones: [{ number: '4155550192' }] }
  await system.fern.api.post(`/api/v5/customers/${id}/edit`, { by: 'id', customer: edit })
  expect(await names('wendy')).toEqual([])
  expect(await names('0191')).toEqual([])
  expect(await names('quist 0192')).toEqual([])
  expect(await names('quist')).toEqual(['Wenda Quist'])
  expect(await names('quist', { managerId: String(system.fern.userIds.bruno) })).toEqual(['Wenda Quist'])
  expect(await names('quist', { managerId: String(system.fern.userIds.chiara) })).toEqual([])
  const order = { number: 'W-1', customer: { id }, items: [{ productName: 'Yucca', initialPrice: 5 }] }
  const made = await system.fern.api.post('/api/v5/orders/create', { order, site: 'fern-garden' })
  const orderId = (made.body as { id: number }).id
  expect(await numbers('yucca')).toEqual(['W-1'])
  const items = [{ productName: 'Zamioculcas', initialPrice: 5 }]
  await bruno.postJson(`/workspace/orders/${orderId}`, { order: { items } })
  expect(await numbers('yucca')).toEqual([])
  expect(await numbers('zamio')).toEqual(['W-1'])
})

it('[E-02] finds nothing of another account', async () => {
  await create({ firstName: 'Kettleonly', emails: ['k@kettle.test'] }, system.kettle)
  expect(await find('kettleonly')).toMatchObject({ customers: [], orders: [] })
  const other = await system.kettle.signIn(Object.keys(system.kettle.userIds)[0] as keyof typeof system.kettle.userIds)
  expect((await find('kettleonly', {}, other)).customers).toMatchObject([{ firstName: 'Kettleonly' }])
})

it('indexes what was there before the index, in batches and without a gap', async () => {
  const { accountId } = system.fern
  const inFern = <T>(work: (trx: Db) => Promise<T>) => inAccount(system.deps.db, accountId, work)
  await inFern(async (trx) => {
    await sql`insert into customer (first_name, last_name) select 'Bulk', 'Name' || n from generate_series(1, 1201) n`.execute(
      trx,
    )
    await trx.deleteFrom('search_token').execute()
  })
  expect(await names('olga')).toEqual([])
  await inFern(async (trx) => {
    for (const key of ['c', 'o'])
      await system.deps.lanes.enqueue(trx, { kind: SEARCH_FILL_LANE, key, endpoint: 'search' })
  })
  await lanesDone(system)
  expect(await names('name1201')).toEqual(['Bulk Name1201'])
  expect(await names('olga')).toHaveLength(3)
  expect(await numbers('fig')).toEqual(['F-1001', 'F-100'])
  const missing = await inFern((trx) =>
    sql`select c.id from customer c where first_name <> '' and not exists (
      select from search_token t where t.entity = 'c' and t.entity_id = c.id)`.execute(trx),
  )
  expect(missing.rows).toEqual([])
})
