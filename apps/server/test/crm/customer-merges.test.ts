import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport } from '../support/transport.ts'

let system: System
let exchange: Exchange
let bruno: HttpClient
let now = new Date()
beforeAll(async () => {
  system = await startSystem({ now: () => now })
  exchange = await startExchange(system)
  bruno = await system.fern.signIn('bruno')
})
afterAll(async () => {
  await system.close()
  await exchange.close()
})

const create = async (customer: object): Promise<number> => {
  const reply = await bruno.postJson('/workspace/customers', { customer })
  expect(reply.status, reply.text).toBe(201)
  return (reply.body as { id: number }).id
}
const card = async (id: number) => (await bruno.get(`/workspace/customers/${id}`)).body as Card
type Card = {
  customer: { id: number; firstName: string; phones: { number: string }[]; emails: string[]; managerId?: number }
  notes: { text: string }[]
  merges: { id: number; name: string; userId: number }[]
}
const timeline = async (id: number) => {
  const { entries } = (await bruno.get(`/workspace/customers/${id}/timeline`)).body as { entries: { kind: string }[] }
  return entries.map(({ kind }) => kind)
}
const merge = (id: number, duplicateId: number) => bruno.postJson(`/workspace/customers/${id}/merges`, { duplicateId })
const undo = (id: number, mergeId: number) => bruno.postJson(`/workspace/customers/${id}/merges/${mergeId}/undo`, {})
const mergeIdOf = ({ body }: { body: unknown }) => (body as { id: number }).id

/** The ids of the customers that own each kind of thing. */
const ownersOf = (ids: number[]) =>
  inAccount(system.deps.db, system.fern.accountId, async (trx) => {
    const owners: Record<string, (number | null)[]> = {}
    for (const table of ['customer_order', 'call', 'chat', 'customer_note'] as const) {
      const rows = await trx
        .selectFrom(table)
        .select('customer_id')
        .where('customer_id', 'in', ids)
        .orderBy('id')
        .execute()
      owners[table] = rows.map(({ customer_id }) => customer_id)
    }
    const tasks = await trx
      .selectFrom('task')
      .select(['customer_id', 'done_at'])
      .where('customer_id', 'in', ids)
      .orderBy('id')
      .execute()
    owners.openTasks = tasks.filter(({ done_at }) => done_at === null).map(({ customer_id }) => customer_id)
    return owners
  })

const missCall = async (phone: string, callExternalId: string) => {
  await exchange.event({ phone, type: 'in', codes: ['101'], callExternalId })
  await exchange.event({ phone, type: 'hangup', hangupStatus: 'no answered', callExternalId })
}

it('merges a duplicate with everything it owns, and undoes it', async () => {
  const { chiara } = system.fern.userIds
  const kept = await create({ firstName: 'Vera', lastName: 'Lind', phones: [{ number: '415 555 0201' }] })
  const duplicate = await create({
    externalId: 'dup-1',
    firstName: 'V.',
    phones: [{ number: '+14155550201' }, { number: '415 555 0202' }],
    email: 'vera@example.test',
    managerId: chiara,
  })
  await bruno.postJson(`/workspace/customers/${duplicate}/notes`, { text: 'Likes figs' })
  const order = { number: 'M-1', customer: { id: duplicate }, items: [{ productName: 'Fig', initialPrice: 5 }] }
  await system.fern.api.post('/api/v5/orders/create', { order, site: 'fern-garden' })
  await missCall('415 555 0202', 'missed-2')
  await system.fern.api.post('/api/v5/tasks/create', {
    task: { text: 'Call about M-1', performerId: chiara, customer: { id: duplicate } },
  })
  const transport = await connectTransport(system.fern, 'telegram', 'http://127.0.0.1:9/')
  await transport.message(await transport.channel(), 'hello', { customer: { phone: '+1 415 555 0202' } })
  const before = await ownersOf([kept, duplicate])
  expect(before).toEqual({
    customer_order: [duplicate],
    call: [duplicate],
    chat: [duplicate],
    customer_note: [duplicate],
    openTasks: [duplicate],
  })
  await missCall('415 555 0202', 'missed-4')
  const beforeTimeline = await timeline(duplicate)

  const merged = await merge(kept, duplicate)
  expect(merged.status, merged.text).toBe(201)
  expect(await card(kept)).toMatchObject({
    customer: {
      firstName: 'Vera',
      phones: [{ number: '415 555 0201' }, { number: '415 555 0202' }],
      emails: ['vera@example.test'],
      managerId: chiara,
    },
    notes: [{ text: 'Likes figs' }],
    merges: [{ name: 'V.', userId: system.fern.userIds.bruno }],
  })
  const after = await ownersOf([kept, duplicate])
  expect(new Set(Object.values(after).flat())).toEqual(new Set([kept]))
  expect(after.openTasks).toHaveLength(2)
  expect((await timeline(kept)).toSorted()).toEqual(
    [...beforeTimeline, 'customer.created', 'customer.merged'].toSorted(),
  )

  // The old id and the old external id lead to the customer that was kept, for shops and for links.
  expect((await card(duplicate)).customer.id).toBe(kept)
  for (const path of ['/api/v5/customers/dup-1', `/api/v5/customers/${duplicate}?by=id`])
    expect((await system.fern.api.get(path)).body, path).toMatchObject({ customer: { id: kept } })
  const later = { number: 'M-2', customer: { externalId: 'dup-1' }, items: [] }
  const made = await system.fern.api.post('/api/v5/orders/create', { order: later, site: 'fern-garden' })
  expect(made.body, made.text).toMatchObject({ order: { customer: { id: kept } } })
  const search = async (text: string) =>
    ((await bruno.get('/workspace/search', { text, only: 'customers' })).body as { customers: { id: number }[] })
      .customers
  expect(await search('0202')).toMatchObject([{ id: kept }])

  const undone = await undo(kept, mergeIdOf(merged))
  expect(undone.body, undone.text).toEqual({ success: true, duplicateId: duplicate })
  expect((await card(kept)).customer).toMatchObject({ phones: [{ number: '415 555 0201' }], emails: [] })
  expect((await card(kept)).customer.managerId).toBeUndefined()
  expect((await card(duplicate)).customer).toMatchObject({
    id: duplicate,
    firstName: 'V.',
    emails: ['vera@example.test'],
  })
  expect(await ownersOf([kept, duplicate])).toMatchObject({
    customer_order: [duplicate, kept],
    chat: [duplicate],
    customer_note: [duplicate],
  })
  expect((await timeline(duplicate)).filter((kind) => kind !== 'customer.unmerged')).toEqual(beforeTimeline)
  expect(await search('0202')).toMatchObject([{ id: duplicate }])
  expect((await undo(kept, mergeIdOf(merged))).status).toBe(404)
})

it('a customer has one open task for missed calls after a merge, and both have theirs after it is undone', async () => {
  const kept = await create({ firstName: 'One', phones: [{ number: '415 555 0301' }] })
  const duplicate = await create({ firstName: 'Two', phones: [{ number: '415 555 0302' }] })
  await missCall('415 555 0301', 'm-301')
  await missCall('415 555 0302', 'm-302')
  const merged = await merge(kept, duplicate)
  expect((await ownersOf([kept, duplicate])).openTasks).toEqual([kept])
  await undo(kept, mergeIdOf(merged))
  expect((await ownersOf([kept, duplicate])).openTasks).toEqual([kept, duplicate])
})

it('a chain of merges leads to the last customer and is undone from its end, within a day', async () => {
  const [a, b, c] = [
    await create({ firstName: 'Aa' }),
    await create({ firstName: 'Bb' }),
    await create({ firstName: 'Cc' }),
  ]
  const first = mergeIdOf(await merge(b, a))
  const second = mergeIdOf(await merge(c, b))
  expect((await card(a)).customer.id).toBe(c)
  expect(await timeline(c)).toEqual(
    expect.arrayContaining([
      'customer.merged',
      'customer.created',
      'customer.merged',
      'customer.created',
      'customer.created',
    ]),
  )
  expect(await timeline(c)).toHaveLength(5)
  expect((await merge(c, a)).body).toMatchObject({ errorCode: 'same_customer' })
  expect((await merge(c, 999_999)).status).toBe(404)
  expect((await undo(b, first)).body).toMatchObject({ errorCode: 'merge_final' })
  const late = now
  now = new Date(late.getTime() + 86_400_001)
  expect((await undo(c, second)).body).toMatchObject({ errorCode: 'merge_final' })
  expect((await card(c)).merges).toEqual([])
  now = late
  expect((await undo(c, second)).status).toBe(200)
  expect((await undo(b, first)).status).toBe(200)
  expect([(await card(a)).customer.id, (await card(b)).customer.id]).toEqual([a, b])
})

it('an order that arrives for the duplicate during the merge goes to the customer that is kept', async () => {
  const kept = await create({ firstName: 'Racer' })
  const duplicate = await create({ firstName: 'Racer too' })
  const send = (number: string) =>
    system.fern.api.post('/api/v5/orders/create', {
      order: { number, customer: { id: duplicate }, items: [] },
      site: 'fern-garden',
    })
  const replies = await Promise.all([send('R-1'), send('R-2'), merge(kept, duplicate), send('R-3'), send('R-4')])
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect((await ownersOf([kept, duplicate])).customer_order).toEqual([kept, kept, kept, kept])
})

it('creates and edits customers by the rules of the API, with a note', async () => {
  const { chiara } = system.fern.userIds
  const reply = await bruno.postJson('/workspace/customers', {
    customer: {
      firstName: 'Nina',
      phones: [{ number: '(415) 555-0401' }, { number: '+1 415 555 0401' }],
      managerId: chiara,
    },
    note: 'Met at the fair',
  })
  const { id } = reply.body as { id: number }
  expect(await card(id)).toMatchObject({
    customer: { phones: [{ number: '(415) 555-0401', e164: '+14155550401' }], managerId: chiara },
    notes: [{ text: 'Met at the fair', authorId: system.fern.userIds.bruno }],
  })
  const edit = (customer: object, note?: string) =>
    bruno.postJson(`/workspace/customers/${id}`, { customer, ...(note && { note }) })
  expect((await edit({ emails: ['a@x.test', 'b@x.test'], managerId: 0 }, 'Writes in the evening')).status).toBe(200)
  const shown = await card(id)
  expect(shown.customer).toMatchObject({ firstName: 'Nina', emails: ['a@x.test', 'b@x.test'] })
  expect(shown.customer.managerId).toBeUndefined()
  expect(shown.notes).toHaveLength(2)
  expect((await edit({ emails: ['nonsense'] })).body).toMatchObject({ errorCode: 'entity_invalid' })
  expect((await edit({ managerId: 999_999 })).body).toMatchObject({ errorCode: 'entity_invalid' })
  expect((await bruno.postJson('/workspace/customers/999999', { customer: {} })).status).toBe(404)
  expect(await timeline(id)).toEqual(['customer.note', 'customer.changed', 'customer.note', 'customer.created'])
})
