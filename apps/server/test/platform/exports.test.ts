import type { Export } from '@patchbay/contract/platform/workspace/exports'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertCustomer } from '../../src/crm/customers/store.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { lanesDone } from '../support/lanes.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let ada: HttpClient
let bruno: HttpClient
beforeAll(async () => {
  system = await startSystem()
  ada = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
  await system.work()
})
afterAll(() => system.close())

const column = (code: string, heading = code, labels?: Record<string, string>) => ({
  ...{ code, heading },
  ...(labels && { labels }),
})

const create = async (wire: HttpClient, body: object) =>
  wire.postJson('/workspace/exports', { query: {}, separator: ',', ...body })

const exported = async (wire: HttpClient, body: object): Promise<string[]> => {
  const made = await create(wire, body)
  expect(made.status, made.text).toBe(201)
  const { id } = (made.body as { export: Export }).export
  const file = await wire.get(`/workspace/exports/${id}/file`)
  expect(file.status, file.text).toBe(200)
  return file.text.trim().split('\r\n')
}

it('streams a small list as it is filtered, with headings and words of the user, and defuses formulas', async () => {
  const add = (externalId: string, firstName: string, site: string) =>
    system.fern.api.post('/api/v5/customers/create', {
      customer: { externalId, firstName, phones: [{ number: '+34600' }] },
      site,
    })
  await add('e-1', '=SUM(A1)', 'fern-online')
  await add('e-2', 'Ola, "the tall"', 'fern-garden')
  await add('e-0', '=SUM(A1)\nsecond line', 'fern-online')
  const columns = [column('externalId', 'Externo'), column('firstName', 'Nombre'), column('phone', 'Teléfono')]
  expect(await exported(bruno, { list: 'customers', columns, separator: ';' })).toEqual([
    'Externo;Nombre;Teléfono',
    `e-0;"'=SUM(A1)\nsecond line";"'+34600"`,
    `e-2;"Ola, ""the tall""";"'+34600"`,
    `e-1;"'=SUM(A1)";"'+34600"`,
  ])
  const query = { filter: { sites: ['fern-online'] } }
  expect(await exported(bruno, { list: 'customers', columns: [column('externalId')], query })).toEqual([
    'externalId',
    'e-0',
    'e-1',
  ])
  const nobody = { filter: { phone: '+34999' } }
  expect(await exported(bruno, { list: 'customers', columns: [column('externalId')], query: nobody })).toEqual([
    'externalId',
  ])
})

it('exports orders page by page, with names instead of codes and ids', async () => {
  for (let number = 1; number <= 3; number++)
    await system.fern.api.post('/api/v5/orders/create', {
      order: {
        number: `E-${number}`,
        managerId: system.fern.userIds.bruno,
        items: [{ productName: 'Fern', initialPrice: 2.5, quantity: 2 }],
      },
    })
  const columns = ['number', 'status', 'manager', 'items', 'total', 'currency'].map((code) => column(code))
  const query = { filter: { extendedStatus: ['new'] } }
  expect((await exported(bruno, { list: 'orders', columns, query })).slice(0, 2)).toEqual([
    'number,status,manager,items,total,currency',
    'E-3,New,Bruno Costa,Fern × 2,5,USD',
  ])
  const labelled = [column('status', 'Estado', { new: 'Nuevo' })]
  expect((await exported(bruno, { list: 'orders', columns: labelled, query }))[1]).toBe('Nuevo')
})

it.for(['payments', 'calls', 'chats', 'tasks'] as const)('exports the list of %s', async (list) => {
  await bruno.postJson('/workspace/tasks', { text: 'Exported' })
  const [heading] = await exported(bruno, { list, columns: [column('id', 'Id')] })
  expect(heading).toBe('Id')
})

it('exports the Action Log and the traffic to administrators only, and logs who exported what', async () => {
  const columns = [column('action', 'Action'), column('subject', 'Subject')]
  const lines = await exported(ada, { list: 'action-log', columns, query: { recordType: 'Import and export' } })
  expect(lines[1]).toBe('list.exported,action-log')
  expect(lines).toContain('list.exported,orders')
  expect((await create(bruno, { list: 'action-log', columns })).status).toBe(403)
  expect((await create(bruno, { list: 'traffic', columns: [column('id')] })).status).toBe(403)
  expect((await exported(ada, { list: 'traffic', columns: [column('url')] })).length).toBeGreaterThan(0)
})

it('refuses a filter that the list would refuse, and columns that it does not have', async () => {
  const columns = [column('id')]
  expect((await create(bruno, { list: 'customers', columns, query: { filter: { colour: 'green' } } })).status).toBe(400)
  expect((await create(bruno, { list: 'customers', columns: [column('password')] })).status).toBe(400)
  expect((await create(bruno, { list: 'customers', columns: [column('constructor')] })).status).toBe(400)
})

it('writes a big list to a file in the background; it is its owner’s alone, and can be deleted', async () => {
  await inAccount(system.deps.db, system.fern.accountId, async (trx) => {
    const nobody = { lastName: '', patronymic: '', managerId: null, phones: [], emails: [], shopId: null }
    for (let place = 0; place < 2_050; place++)
      await insertCustomer(trx, { ...nobody, externalId: `bulk-${place}`, firstName: `Bulk ${place}` })
  })
  const made = (await create(bruno, { list: 'customers', columns: [column('externalId')] })).body as { export: Export }
  expect(made.export.status).toBe('running')
  await system.deps.lanes.notifyWorkers()
  await lanesDone(system)
  const { exports } = (await bruno.get('/workspace/exports')).body as { exports: Export[] }
  const total = ((await bruno.get('/workspace/customers')).body as { pagination: { totalCount: number } }).pagination
  expect(exports[0]).toMatchObject({ id: made.export.id, status: 'done', rows: total.totalCount })
  const file = await bruno.get(`/workspace/exports/${made.export.id}/file`)
  const ids = file.text.trim().split('\r\n').slice(1)
  expect(ids).toHaveLength(total.totalCount)
  expect(new Set(ids).size).toBe(ids.length)
  expect((await ada.get(`/workspace/exports/${made.export.id}/file`)).status).toBe(404)
  const edith = await system.kettle.signIn('edith')
  expect((await edith.get(`/workspace/exports/${made.export.id}/file`)).status).toBe(404)
  expect((await bruno.send('DELETE', `/workspace/exports/${made.export.id}`)).status).toBe(200)
  expect((await bruno.get(`/workspace/exports/${made.export.id}/file`)).status).toBe(404)
})
