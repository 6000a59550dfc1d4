import { afterAll, beforeAll, expect, it } from 'vitest'
import { diffFields } from '../../src/crm/timeline/rules.ts'
import { insertTimeline, listTimeline } from '../../src/crm/timeline/store.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { actorOf } from '../../src/lib/http-in/callers.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

it('records the actor and the old and new value of each change, newest first, page by page', async () => {
  const { accountId } = system.fern
  const actor = actorOf({ by: 'nobody', accountId })
  await inAccount(system.deps.db, accountId, async (trx) => {
    for (const total of ['10', '20', '30'])
      await insertTimeline(trx, {
        customerId: 7,
        orderId: 3,
        kind: 'order.changed',
        actor,
        detail: diffFields({ total: '10', status: 'new' }, { total, status: 'new' }),
      })
    const [newest, ...others] = await listTimeline(trx, { customerIds: [7] }, { limit: 2 })
    expect(newest).toMatchObject({ orderId: 3, actor: 'system', detail: { total: ['10', '30'] } })
    const before = others.at(-1)?.mark ?? ''
    expect(await listTimeline(trx, { orderId: 3 }, { limit: 2, before })).toMatchObject([{ detail: {} }])
  })
  await inAccount(system.deps.db, system.kettle.accountId, async (trx) => {
    expect(await listTimeline(trx, { customerIds: [7] }, { limit: 2 })).toEqual([])
  })
})

it('is sorted by the time of the event, not of the report, page by page without a gap', async () => {
  const { accountId } = system.fern
  const bruno = await system.fern.signIn('bruno')
  const made = await system.fern.api.post('/api/v5/customers/create', { customer: { firstName: 'Lena' } })
  const { id } = made.body as { id: number }
  const lastWeek = new Date(Date.now() - 7 * 86_400_000)
  await inAccount(system.deps.db, accountId, async (trx) => {
    const entry = { customerId: id, actor: 'system' }
    await insertTimeline(trx, { ...entry, kind: 'customer.note', detail: { text: 'today' } })
    // Uploaded late, and two with the same time.
    for (const text of ['first', 'second'])
      await insertTimeline(trx, { ...entry, kind: 'call', detail: { text }, at: lastWeek })
  })
  const read = async (query: Record<string, string>) => {
    const { body } = await bruno.get(`/workspace/customers/${id}/timeline`, { limit: '2', ...query })
    return body as { entries: { kind: string; detail: { text?: string } }[]; next?: string }
  }
  const first = await read({})
  expect(first.entries.map(({ kind }) => kind)).toEqual(['customer.note', 'customer.created'])
  const second = await read({ before: first.next ?? '' })
  expect(second.entries.map(({ detail }) => detail.text)).toEqual(['second', 'first'])
  expect((await read({ before: second.next ?? '' })).entries).toEqual([])
  expect((await bruno.get(`/workspace/customers/${id}/timeline`, { before: 'yesterday' })).status).toBe(400)
})

it('lists only fields that differ', () => {
  expect(diffFields({ a: 1, b: ['x'], c: undefined }, { a: 1, b: ['x', 'y'], c: null, d: 2 })).toEqual({
    b: [['x'], ['x', 'y']],
    d: [null, 2],
  })
})
