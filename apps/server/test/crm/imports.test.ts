import type { Import, ImportRow } from '@patchbay/contract/crm/workspace/imports'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stepImport } from '../../src/crm/imports/service.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let ada: HttpClient
beforeAll(async () => {
  system = await startSystem()
  ada = await system.fern.signIn('ada')
})
afterAll(() => system.close())

const upload = async (text: string | Buffer, kind = 'customers', name = 'people.csv'): Promise<Import> => {
  const reply = await ada.send('POST', `/workspace/imports?${new URLSearchParams({ kind, name })}`, {
    headers: { 'content-type': 'text/csv' },
    body: typeof text === 'string' ? Buffer.from(text) : text,
  })
  expect(reply.status, reply.text).toBe(201)
  return (reply.body as { import: Import }).import
}

/** As a worker does, a batch at a time. */
const work = async (id: number): Promise<Import> => {
  while (await stepImport(system.deps, system.fern.accountId, id));
  return show(id)
}

const show = async (id: number): Promise<Import> =>
  ((await ada.get(`/workspace/imports/${id}`)).body as { import: Import }).import

const check = async (one: Import, change: Partial<Import> = {}): Promise<Import> => {
  const { encoding, separator, mapping, matchBy, onMatch } = { ...one, ...change }
  const reply = await ada.postJson(`/workspace/imports/${one.id}/check`, {
    ...{ encoding, separator, mapping, matchBy, onMatch },
  })
  expect(reply.status, reply.text).toBe(200)
  return work(one.id)
}

const command = async (id: number, name: string) => ada.postJson(`/workspace/imports/${id}/command`, { command: name })

const run = async (id: number, name = 'start'): Promise<Import> => {
  expect((await command(id, name)).status).toBe(200)
  return work(id)
}

const rowsOf = async (id: number, result: string): Promise<ImportRow[]> =>
  ((await ada.get(`/workspace/imports/${id}/rows`, { result })).body as { rows: ImportRow[] }).rows

const countOf = async (path: 'customers' | 'orders'): Promise<number> =>
  ((await ada.get(`/workspace/${path}`)).body as { pagination: { totalCount: number } }).pagination.totalCount

type Person = { id: number; firstName: string; phones: { number: string }[]; emails: string[] }
const found = async (filter: Record<string, unknown>): Promise<Person[]> =>
  ((await ada.get('/workspace/customers', { filter: JSON.stringify(filter) })).body as { customers: Person[] })
    .customers

it('guesses encoding, separator and columns, shows the first rows, checks each row and imports the good ones', async () => {
  const before = await countOf('customers')
  const text = [
    'Внешний ID;Имя;Фамилия;Телефон;E-mail;Менеджер;Любимый цвет',
    'i-1;Анна;Петрова;+7 495 123-45-67;anna@example.test;bruno@fern.test;синий',
    'i-2;Борис;;12;boris@example.test;;',
    'i-3;Вера;;;not an address;nobody@fern.test;',
    '',
    'i-1;Анна;Снова;;;;',
    'i-5;Галина;;;galina@example.test;Chiara Neri;',
  ].join('\r\n')
  const bytes = Buffer.from([...text].map((letter) => cp1251(letter)))
  const one = await upload(bytes)
  expect(one).toMatchObject({ encoding: 'windows-1251', separator: ';', status: 'uploaded', matchBy: 'externalId' })
  expect(one.mapping).toEqual(['externalId', 'firstName', 'lastName', 'phone', 'email', 'manager', null])
  const preview = (await ada.get(`/workspace/imports/${one.id}/preview`)).body as { rows: string[][] }
  expect(preview.rows[0]?.[1]).toBe('Анна')
  const checked = await check(one, { onMatch: 'create' })
  expect(checked).toMatchObject({ status: 'checked', rowCount: 5, counts: { create: 2, error: 3 } })
  expect(await countOf('customers')).toBe(before)
  expect((await rowsOf(one.id, 'error')).map(({ row, problems }) => [row, problems])).toEqual([
    [3, [{ code: 'phone', field: 'phone', value: '12' }]],
    [4, [{ code: 'email', field: 'email', value: 'not an address' }]],
    [6, [{ code: 'twice-in-file', field: 'externalId', value: '/i-1' }]],
  ])
  const done = await run(one.id)
  expect(done).toMatchObject({ status: 'done', counts: { created: 2, failed: 3 } })
  expect(await countOf('customers')).toBe(before + 2)
  const [anna] = await found({ externalIds: ['i-1'] })
  expect(anna).toMatchObject({ firstName: 'Анна', managerId: system.fern.userIds.bruno })
  const hits = (await ada.get('/workspace/search', { text: 'галина' })).body as { customers: Person[] }
  expect(hits.customers).toHaveLength(1)
  const undone = await run(one.id, 'undo')
  expect(undone).toMatchObject({ status: 'undone', counts: { undone: 2, kept: 0 } })
  expect(await countOf('customers')).toBe(before)
  expect(((await ada.get('/workspace/search', { text: 'галина' })).body as { customers: [] }).customers).toEqual([])
})

/** The part of Windows-1251 that the test needs. */
const cp1251 = (letter: string): number => {
  const code = letter.codePointAt(0) ?? 0
  return code >= 0x410 && code <= 0x44f ? code - 0x350 : code
}

it('remembers the columns of the last time', async () => {
  const text = 'Clave,Persona\nm-1,Mia\n'
  const first = await upload(text)
  expect(first.mapping).toEqual([null, null])
  await check(first, { mapping: ['externalId', 'firstName'] })
  const second = await upload(text)
  expect(second.mapping).toEqual(['externalId', 'firstName'])
})

it('updates or skips customers that exist, and restores what nobody has changed since', async () => {
  for (const name of ['Uma', 'Ugo', 'Uwe'])
    await system.fern.api.post('/api/v5/customers/create', {
      customer: { externalId: `u-${name}`, firstName: name, phones: [{ number: '+34600000001' }] },
    })
  const text = ['id,first name,phone', 'u-Uma,Uma Maria,+34600000002', 'u-Ugo,Ugo Pio,', 'u-Ute,Ute,'].join('\n')
  const skipped = await check(await upload(text), { onMatch: 'skip' })
  expect(skipped.counts).toMatchObject({ create: 1, skip: 2, update: 0 })
  const one = await check(await upload(text), { onMatch: 'update' })
  expect(one.counts).toMatchObject({ create: 1, update: 2 })
  expect((await run(one.id)).counts).toMatchObject({ created: 1, updated: 2, failed: 0 })
  const [uma] = await found({ externalIds: ['u-Uma'] })
  expect(uma).toMatchObject({
    firstName: 'Uma Maria',
    phones: [{ number: '+34600000002' }, { number: '+34600000001' }],
  })
  const [ugo] = await found({ externalIds: ['u-Ugo'] })
  await ada.postJson(`/workspace/customers/${ugo?.id}`, { customer: { firstName: 'Hugo' } })
  const [ute] = await found({ externalIds: ['u-Ute'] })
  await ada.postJson(`/workspace/customers/${ute?.id}/notes`, { text: 'Called back' })
  const undone = await run(one.id, 'undo')
  expect(undone.counts).toMatchObject({ undone: 1, kept: 2 })
  expect((await rowsOf(one.id, 'kept')).map(({ row, problems }) => [row, problems[0]?.code])).toEqual([
    [3, 'changed'],
    [4, 'in-use'],
  ])
  expect(await found({ externalIds: ['u-Uma', 'u-Ugo', 'u-Ute'] })).toMatchObject([
    { firstName: 'Ute' },
    { firstName: 'Hugo' },
    { firstName: 'Uma', phones: [{ number: '+34600000001' }] },
  ])
})

it('matches by phone and by email: the same number, not only its last digits', async () => {
  await system.fern.api.post('/api/v5/customers/create', {
    customer: { externalId: 'ph', firstName: 'Phil', phones: [{ number: '+14155550123' }], email: 'Phil@example.test' },
  })
  const phones = ['phone,first name', '(415) 555-0123,Philip', '+52 415 555 0123,Somebody'].join('\n')
  const byPhone = await check(await upload(phones), { matchBy: 'phone', onMatch: 'update' })
  expect(byPhone.counts).toMatchObject({ update: 1, create: 1 })
  const emails = ['email,first name', 'phil@EXAMPLE.test,Philip', ',Nobody'].join('\n')
  const byEmail = await check(await upload(emails), { matchBy: 'email', onMatch: 'skip' })
  expect(byEmail.counts).toMatchObject({ skip: 1, error: 1 })
  expect((await rowsOf(byEmail.id, 'error'))[0]?.problems).toEqual([{ code: 'no-key', field: 'email' }])
})

it('imports orders with their customers, by the rules of the API, and undoes both', async () => {
  const [customers, orders] = [await countOf('customers'), await countOf('orders')]
  const text = [
    'order number,status,first name,phone,product,price,quantity,order date',
    'IMP-1,New,Olga,+34611111111,Fern,"1.234,50",2,30.10.2026 14:05',
    'IMP-2,new,Olga,+34611111111,Moss,10,1,2026-10-31',
    'IMP-3,unheard-of,Pia,+34622222222,Moss,10,1,',
    'IMP-4,new,Pia,+34622222222,Moss,ten,1,',
    'IMP-5,new,Pia,+34622222222,Moss,10,0,',
    'IMP-1,new,Olga,+34611111111,Moss,10,1,',
  ].join('\n')
  const one = await check(await upload(text, 'orders'), { matchBy: 'number', onMatch: 'create' })
  expect(one.counts).toMatchObject({ create: 2, error: 4 })
  expect((await rowsOf(one.id, 'error')).map(({ problems }) => problems[0]?.code)).toEqual([
    'unknown-status',
    'number',
    'refused',
    'twice-in-file',
  ])
  const done = await run(one.id)
  expect(done.counts).toMatchObject({ created: 2, failed: 4 })
  expect([await countOf('customers'), await countOf('orders')]).toEqual([customers + 1, orders + 2])
  const filter = JSON.stringify({ numbers: ['IMP-1'] })
  const [order] = ((await ada.get('/workspace/orders', { filter })).body as { orders: Record<string, unknown>[] })
    .orders
  expect(order).toMatchObject({ totalSumm: 2469, status: 'new', createdAt: '2026-10-30 14:05:00', firstName: 'Olga' })
  expect((await run(one.id, 'undo')).counts).toMatchObject({ undone: 2, kept: 0 })
  expect([await countOf('customers'), await countOf('orders')]).toEqual([customers, orders])
})

it('restores an order that an import updated', async () => {
  await system.fern.api.post('/api/v5/orders/create', {
    order: { number: 'R-1', externalId: 'r-1', items: [{ productName: 'Fern', initialPrice: 5, quantity: 3 }] },
  })
  const text = 'id,status,product,price,manager\nr-1,complete,Moss,7,Bruno Costa\n'
  const one = await check(await upload(text, 'orders'), { onMatch: 'update' })
  expect((await run(one.id)).counts).toMatchObject({ updated: 1 })
  const orderOf = async () =>
    (
      (await ada.get('/workspace/orders', { filter: JSON.stringify({ numbers: ['R-1'] }) })).body as {
        orders: object[]
      }
    ).orders[0]
  expect(await orderOf()).toMatchObject({ status: 'complete', totalSumm: 7, managerId: system.fern.userIds.bruno })
  expect((await run(one.id, 'undo')).counts).toMatchObject({ undone: 1 })
  const restored = await orderOf()
  expect(restored).toMatchObject({ status: 'new', totalSumm: 15, items: [{ productName: 'Fern', quantity: 3 }] })
  expect(restored).not.toHaveProperty('managerId')
})

it('pauses, resumes and cancels between batches, and undoes what was imported until then', async () => {
  const before = await countOf('customers')
  const lines = Array.from({ length: 120 }, (_, place) => `pause-${place},Paula`)
  const one = await check(await upload(['id,first name', ...lines].join('\n')))
  await command(one.id, 'start')
  expect(await stepImport(system.deps, system.fern.accountId, one.id)).toBe(true)
  expect((await command(one.id, 'pause')).status).toBe(200)
  expect(await stepImport(system.deps, system.fern.accountId, one.id)).toBe(false)
  expect(await show(one.id)).toMatchObject({ status: 'running', paused: true, rowsDone: 50 })
  await command(one.id, 'resume')
  await stepImport(system.deps, system.fern.accountId, one.id)
  await command(one.id, 'cancel')
  expect(await work(one.id)).toMatchObject({ status: 'canceled', counts: { created: 100 } })
  expect(await countOf('customers')).toBe(before + 100)
  expect((await command(one.id, 'start')).status).toBe(409)
  expect((await run(one.id, 'undo')).counts).toMatchObject({ undone: 100 })
  expect(await countOf('customers')).toBe(before)
})

it('lets two workers run the same import without a doubled row', async () => {
  const before = await countOf('customers')
  const lines = Array.from({ length: 900 }, (_, place) => `twice-${place},Tina`)
  const one = await check(await upload(['id,first name', ...lines].join('\n')))
  await command(one.id, 'start')
  await Promise.all([work(one.id), work(one.id), work(one.id)])
  expect(await show(one.id)).toMatchObject({ status: 'done', counts: { created: 900, failed: 0 } })
  expect(await countOf('customers')).toBe(before + 900)
})

it('refuses columns that cannot be imported, an empty file, and people without the role', async () => {
  const one = await upload('a,b\n1,2\n')
  const options = { encoding: 'utf-8', separator: ',', matchBy: 'externalId', onMatch: 'create' }
  const refused = async (change: object) =>
    ((await ada.postJson(`/workspace/imports/${one.id}/check`, { ...options, ...change })).body as { errors: object })
      .errors
  expect(await refused({ mapping: [null, null] })).toHaveProperty('mapping')
  expect(await refused({ mapping: ['number', null] })).toHaveProperty('mapping')
  expect(await refused({ mapping: ['firstName', 'firstName'] })).toHaveProperty('mapping')
  expect(await refused({ mapping: ['firstName', null], onMatch: 'update' })).toHaveProperty('matchBy')
  const empty = await ada.send('POST', '/workspace/imports?kind=customers&name=e.csv', { body: Buffer.alloc(0) })
  expect(empty.status).toBe(400)
  const headingOnly = await check(await upload('id,first name\n'), { onMatch: 'create' })
  expect(headingOnly).toMatchObject({ status: 'failed', problem: 'unreadable' })
  const bruno = await system.fern.signIn('bruno')
  expect((await bruno.get('/workspace/imports')).status).toBe(403)
  expect((await bruno.send('POST', '/workspace/imports?kind=customers&name=e.csv', { body: 'a' })).status).toBe(403)
  const edith = await system.kettle.signIn('edith')
  expect((await edith.get(`/workspace/imports/${one.id}`)).status).toBe(404)
})

it('exports the bad rows with the reason in the user’s language, and logs who imported and exported', async () => {
  const one = await check(await upload('id,email\nb-1,=HYPERLINK()\nb-2,b@example.test\n', 'customers', 'bad.csv'), {
    onMatch: 'create',
  })
  await run(one.id)
  const columns = [
    { code: 'row', heading: 'Fila' },
    { code: 'cell-0', heading: 'id' },
    { code: 'cell-1', heading: 'email' },
    { code: 'reason', heading: 'Motivo', labels: { email: 'no es un correo', 'field.email': 'Correo' } },
  ]
  const query = { importId: one.id, result: 'failed' }
  const made = await ada.postJson('/workspace/exports', { list: 'import-rows', query, columns, separator: ';' })
  const { id } = (made.body as { export: { id: number } }).export
  const file = await ada.get(`/workspace/exports/${id}/file`)
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.text).toBe(
    // The byte order mark is taken off by the client.
    'Fila;id;email;Motivo\r\n2;b-1;"\'=HYPERLINK()";Correo: =HYPERLINK(): no es un correo\r\n',
  )
  const log = (await ada.get('/workspace/action-log', { recordType: 'Import and export' })).body as {
    records: { action: string; subject: string }[]
  }
  expect(log.records.slice(0, 2)).toMatchObject([
    { action: 'list.exported', subject: 'import-rows' },
    { action: 'import.started', subject: 'bad.csv' },
  ])
})

it('writes the changes of an import, and of its undo, into the history that programs poll', async () => {
  const one = await check(await upload('id,first name\nhist-1,Hanna\n'))
  await run(one.id)
  const [hanna] = await found({ externalIds: ['hist-1'] })
  await run(one.id, 'undo')
  const filter = JSON.stringify({ customerId: hanna?.id })
  const { history } = (await system.fern.api.get('/api/v5/customers/history', { filter })).body as {
    history: { field: string; oldValue: unknown; newValue: unknown }[]
  }
  expect(history).toMatchObject([
    { field: 'id', newValue: hanna?.id },
    { field: 'id', oldValue: hanna?.id, newValue: null },
  ])
  const rows = await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    trx
      .selectFrom('search_token')
      .select('token')
      .where('entity_id', '=', hanna?.id ?? 0)
      .execute(),
  )
  expect(rows).toEqual([])
})
