// Twenty writers change orders while five programs poll the history. Half of the writers commit late, so that changes
// become visible in another order than they were written. CHANGES=100000 for the full size.
import type { Reply } from '@patchbay/testkit/http-client'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertChanges } from '../../src/crm/history/store.ts'
import { lockOrder } from '../../src/crm/orders/store.ts'
import type { Db } from '../../src/lib/db/database.ts'
import { inAccount, retryOnConflict } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'

const WRITERS = 20
const POLLERS = 5
const CHANGES = Number(process.env.CHANGES ?? 400)
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const EACH = Math.ceil(CHANGES / WRITERS)
/** How many statements a writer sends between its change and its commit, per change; the same for the same seed. */
const LINGER = fc.sample(fc.array(fc.nat(6), { minLength: EACH, maxLength: EACH, size: 'max' }), {
  numRuns: WRITERS,
  seed: SEED,
})

let system: System
let orders: number[]
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'], env: { POOL_SIZE: '30' } })
  const create = async () =>
    (await system.fern.api.post('/api/v5/orders/create', { site: 'fern-garden', order: {} })).body as { id: number }
  orders = []
  for (let order = 0; order < WRITERS / 2; order++) orders.push((await create()).id)
})
afterAll(() => system.close())

/** On a busy machine a wait for a lock may time out: the answer is then 503, and a client asks again. */
const patiently = async (ask: () => Promise<Reply>): Promise<Reply> => {
  for (;;) {
    const reply = await ask()
    if (reply.status === 200) return reply
    expect(reply, reply.text).toMatchObject({ status: 503, body: { errorCode: 'unavailable' } })
  }
}

const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === '55P03'

/** Two writers share an order: one by the API, one that commits late. */
const write = async (writer: number, place: number): Promise<void> => {
  const id = orders[writer % orders.length] ?? 0
  const value = `${writer}.${place}`
  if (writer < orders.length) {
    const order = { customerComment: value }
    await patiently(() => system.fern.api.post(`/api/v5/orders/${id}/edit`, { by: 'id', order }))
    return
  }
  const work = async (trx: Db) => {
    const order = await lockOrder(trx, id)
    const changed = { subject: 'order', subjectId: id, shopId: order?.shopId ?? null, actor: 'system' } as const
    await insertChanges(trx, changed, [{ field: 'late', oldValue: null, newValue: value }])
    for (let statement = 0; statement < (LINGER[writer]?.[place] ?? 0); statement++)
      await trx.selectFrom('shop').select('id').execute()
  }
  await retryOnConflict(() => inAccount(system.deps.db, system.fern.accountId, work), 1_000, isLockTimeout)
}

type Seen = { id: number; value: string; order: number }

const poll = async (isDone: () => boolean): Promise<Seen[]> => {
  const seen: Seen[] = []
  for (let since = 0; ; ) {
    const done = isDone()
    const query = { 'filter[sinceId]': String(since), limit: '100' }
    const reply = await patiently(() => system.fern.api.get('/api/v5/orders/history', query))
    const { history } = reply.body as { history: { id: number; newValue: unknown; order: { id: number } }[] }
    seen.push(...history.map(({ id, newValue, order }) => ({ id, value: String(newValue), order: order.id })))
    since = history.at(-1)?.id ?? since
    if (done && history.length === 0) return seen
  }
}

it(`[D-94] shows every poller each change once and in order, ${WRITERS} writers, ${POLLERS} pollers, ${EACH * WRITERS} changes, seed ${SEED}`, async () => {
  let writing = WRITERS
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let place = 0; place < EACH; place++) await write(writer, place)
    writing--
  })
  const pollers = Array.from({ length: POLLERS }, () => poll(() => writing === 0))
  const [, all] = await Promise.all([Promise.all(writers), Promise.all(pollers)])
  const total = orders.length + EACH * WRITERS
  for (const seen of all) {
    expect(seen.map(({ id }) => id)).toEqual(Array.from({ length: total }, (_, place) => place + 1))
    expect(seen).toEqual(all[0])
  }
  // What one writer did to its order is seen in the order in which it was done.
  for (let writer = 0; writer < WRITERS; writer++) {
    const own = (all[0] ?? []).filter(({ value }) => value.startsWith(`${writer}.`)).map(({ value }) => value)
    expect(own).toEqual(Array.from({ length: EACH }, (_, place) => `${writer}.${place}`))
  }
}, 3_600_000)
