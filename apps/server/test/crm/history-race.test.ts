// Twenty writers change orders while five programs poll the history. Half of the writers commit late, so that changes
// become visible in another order than they were written. CHANGES=100000 for the full size: half an hour on two
// busy cores.
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
/** Two writers share this many orders: they meet at an order often, and do not wait for each other all the time. */
const SHARED = 4
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
  for (let order = 0; order < (WRITERS / 2) * SHARED; order++) orders.push((await create()).id)
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

/** Two writers share their orders: one writes by the API, one commits late. */
const write = async (writer: number, place: number): Promise<void> => {
  const id = orders[(writer % (WRITERS / 2)) * SHARED + (place % SHARED)] ?? 0
  const value = `${writer}.${place}`
  if (writer < WRITERS / 2) {
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

/** The first place where two lists differ, if any: at 100,000 entries a matcher and its diff would take minutes. */
const firstDifference = <T>(one: readonly T[], other: readonly T[], isSame: (a: T, b: T) => boolean) => {
  const place = one.findIndex((entry, at) => at >= other.length || !isSame(entry, other[at] as T))
  if (place === -1 && one.length === other.length) return undefined
  const at = place === -1 ? one.length : place
  return { at, one: one[at], other: other[at], lengths: [one.length, other.length] }
}

const isSameChange = (a: Seen, b: Seen) => a.id === b.id && a.value === b.value && a.order === b.order

it(`[D-94] shows every poller each change once and in order, ${WRITERS} writers, ${POLLERS} pollers, ${EACH * WRITERS} changes, seed ${SEED}`, async () => {
  let writing = WRITERS
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let place = 0; place < EACH; place++) await write(writer, place)
    writing--
  })
  const pollers = Array.from({ length: POLLERS }, () => poll(() => writing === 0))
  const [, all] = await Promise.all([Promise.all(writers), Promise.all(pollers)])
  const positions = Array.from({ length: orders.length + EACH * WRITERS }, (_, place) => place + 1)
  const [first = []] = all
  for (const seen of all) {
    const ids = seen.map(({ id }) => id)
    expect(firstDifference(ids, positions, Object.is)).toBeUndefined()
    expect(firstDifference(seen, first, isSameChange)).toBeUndefined()
  }
  // What one writer did is seen in the order in which it was done, each change once.
  const next = Array.from({ length: WRITERS }, () => 0)
  for (const { value } of first) {
    const [writer, place] = value.split('.').map(Number)
    if (writer === undefined || place === undefined) continue
    expect(place, value).toBe(next[writer])
    next[writer] = place + 1
  }
  expect(next).toEqual(Array.from({ length: WRITERS }, () => EACH))
}, 7_200_000)
