import { afterAll, beforeAll, expect, it } from 'vitest'
import { actorOf } from '../src/lib/callers.ts'
import { inAccount } from '../src/lib/transaction.ts'
import { changesBetween } from '../src/timeline/rules.ts'
import { insertTimeline, listTimeline } from '../src/timeline/store.ts'
import { type System, startSystem } from './system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

it('keeps who changed what from what to what, newest first, page by page', async () => {
  const { accountId } = system.fern
  const actor = actorOf({ by: 'nobody', accountId })
  await inAccount(system.deps.db, accountId, async (trx) => {
    for (const total of ['10', '20', '30'])
      await insertTimeline(trx, {
        customerId: 7,
        orderId: 3,
        kind: 'order.changed',
        actor,
        detail: changesBetween({ total: '10', status: 'new' }, { total, status: 'new' }),
      })
    const [newest, ...others] = await listTimeline(trx, { customerId: 7 }, { limit: 2 })
    expect(newest).toMatchObject({ orderId: 3, actor: 'system', detail: { total: ['10', '30'] } })
    const before = others.at(-1)?.id ?? 0
    expect(await listTimeline(trx, { orderId: 3 }, { limit: 2, before })).toMatchObject([{ detail: {} }])
  })
  await inAccount(system.deps.db, system.kettle.accountId, async (trx) => {
    expect(await listTimeline(trx, { customerId: 7 }, { limit: 2 })).toEqual([])
  })
})

it('tells only what really differs', () => {
  expect(changesBetween({ a: 1, b: ['x'], c: undefined }, { a: 1, b: ['x', 'y'], c: null, d: 2 })).toEqual({
    b: [['x'], ['x', 'y']],
    d: [null, 2],
  })
})
