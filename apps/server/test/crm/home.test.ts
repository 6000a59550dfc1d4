// What Home shows. Of random data each list has the rows, the order and the count that reading every row gives.
import { randomUUID } from 'node:crypto'
import { endOfDay, lastDays, toLocalTime } from '@patchbay/contract/base/local-time'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../src/lib/db/database.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'

const ZONE = 'Asia/Kolkata'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))

let system: System
beforeAll(async () => {
  system = await startSystem()
  await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    sql`update account set timezone = ${ZONE}`.execute(trx),
  )
})
afterAll(() => system.close())

/** mulberry32 */
const randomOf = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    chance: (share: number) => next() < share,
    one: <T>(of: readonly T[]): T => of[below(of.length)] as T,
  }
}
type Random = ReturnType<typeof randomOf>

/** Somewhere in the last 20 days or the next three. */
const timeOf = (random: Random): Date => new Date(Date.now() - 20 * DAY + random.below(23 * 24 * 60) * 60_000)

const PHONES = ['+14155550101', '+14155550102', '+14155550103', '+14155550104', '+14155550105', '+14155550106']

const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

const fill = async (trx: Db, random: Random, users: number[]): Promise<void> => {
  const module = { code: randomUUID(), integration_code: 'x', name: 'X', signing_secret: Buffer.alloc(1) }
  const { id: moduleId } = await trx
    .insertInto('integration_module')
    .values(module)
    .returning('id')
    .executeTakeFirstOrThrow()
  const people = await trx
    .insertInto('customer')
    .values(many(12, () => ({ first_name: 'Ines' })))
    .returning('id')
    .execute()
  const customerOf = () => (random.chance(0.7) ? random.one(people).id : null)
  const calls = many(150, () => {
    const missed = random.chance(0.4)
    const phone = random.one(PHONES)
    return {
      module_id: moduleId,
      direction: missed ? 'in' : random.one(['in', 'out']),
      phone,
      phone_key: phone,
      customer_id: customerOf(),
      state: 'ended',
      result: missed ? 'no answer' : random.one(['answered', 'failed']),
      missed,
      started_at: timeOf(random),
    }
  })
  await trx.insertInto('call').values(calls).execute()
  const tasks = many(150, () => {
    const phone = random.one(PHONES)
    return {
      reason: random.one([null, 'missed-call', 'hold-expires']),
      text: 'Send the catalogue',
      data: JSON.stringify({ phone }),
      phone,
      customer_id: customerOf(),
      performer_id: random.chance(0.5) ? random.one(users) : null,
      due_at: random.chance(0.8) ? timeOf(random) : null,
      done_at: random.chance(0.4) ? new Date() : null,
    }
  })
  // A caller has at most one open task.
  await trx
    .insertInto('task')
    .values(tasks)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await fillPayments(trx, random, moduleId)
}

const fillPayments = async (trx: Db, random: Random, moduleId: number): Promise<void> => {
  const shop = await trx.selectFrom('shop').select('id').executeTakeFirstOrThrow()
  const bank = await trx
    .insertInto('payment_shop')
    .values({ module_id: moduleId, code: 'main', name: 'Main', active: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const statuses = await trx.selectFrom('payment_status').select('code').execute()
  const { code: type } = await trx.selectFrom('payment_type').select('code').executeTakeFirstOrThrow()
  const { code: status } = await trx.selectFrom('order_status').select('code').executeTakeFirstOrThrow()
  const orders = many(120, () => ({
    number: randomUUID(),
    shop_id: shop.id,
    status,
    open: true,
    currency: random.one(['EUR', 'USD', 'JPY']),
  }))
  const ordered = await trx.insertInto('customer_order').values(orders).returning(['id', 'currency']).execute()
  const payments = ordered.map(({ id }) => ({
    order_id: id,
    type,
    status: random.one(statuses).code,
    amount: random.below(500) + 1,
    paid_at: random.chance(0.7) ? timeOf(random) : null,
  }))
  const paid = await trx.insertInto('order_payment').values(payments).returning(['id', 'order_id', 'amount']).execute()
  const invoices = paid.map(({ id, order_id, amount }) => ({
    id: randomUUID(),
    payment_id: id,
    order_id,
    order_number: `n-${order_id}`,
    shop_id: bank.id,
    module_id: moduleId,
    amount,
    currency: ordered.find((one) => one.id === order_id)?.currency ?? 'EUR',
    status: random.one(['pending', 'waitingForCapture', 'waitingForCapture', 'succeeded', 'canceled']),
    expired_at: random.chance(0.8) ? timeOf(random) : null,
  }))
  await trx.insertInto('invoice').values(invoices).execute()
  const operations = invoices.map(({ id }) => ({
    id: randomUUID(),
    invoice_id: id,
    kind: random.one(['approve', 'cancel', 'refund']),
    state: random.one(['needs_human', 'unknown', 'confirmed', 'sent']),
    requested_by: 'user:1',
    created_at: timeOf(random),
  }))
  await trx.insertInto('payment_operation').values(operations).execute()
  const reports = invoices.map(({ id }) => ({
    invoice_id: id,
    kind: 'wrong-amount',
    resolved_at: random.chance(0.5) ? new Date() : null,
  }))
  await trx.insertInto('discrepancy').values(reports).execute()
}

/** Every row of the account, for the brute force. */
const everything = (trx: Db) =>
  Promise.all([
    trx
      .selectFrom('task')
      .select(['id', 'reason', 'customer_id', 'performer_id', 'phone', 'due_at', 'done_at'])
      .execute(),
    trx
      .selectFrom('call')
      .select(['id', 'direction', 'result', 'missed', 'started_at', 'customer_id', 'phone_key'])
      .execute(),
    trx.selectFrom('invoice').select(['id', 'status', 'expired_at']).execute(),
    trx.selectFrom('payment_operation').select(['id', 'invoice_id', 'state', 'created_at']).execute(),
    trx.selectFrom('discrepancy').select(['id', 'resolved_at']).execute(),
    sql<{ paid_at: Date | null; amount: string; currency: string; complete: boolean }>`
      select p.paid_at, p.amount, o.currency, s.complete from order_payment p, customer_order o, payment_status s
      where o.id = p.order_id and s.code = p.status`
      .execute(trx)
      .then(({ rows }) => rows),
  ])

const SHOWN = 5
const COUNTED = 100
const MAX = Number.POSITIVE_INFINITY
const get = async <T>(wire: HttpClient, path: string): Promise<T> => (await wire.get(`/workspace/${path}`)).body as T
type List<T> = { items: T[]; count: number }
const expectList = <Row>(
  list: List<unknown>,
  ids: (item: never) => unknown,
  rows: Row[],
  idOf: (row: Row) => unknown,
) => {
  expect(list.count).toBe(Math.min(rows.length, COUNTED))
  expect(list.items.map(ids as (item: unknown) => unknown)).toEqual(rows.slice(0, SHOWN).map(idOf))
}
const byTime =
  <Row extends { id: number | string }>(timeOfRow: (row: Row) => Date | null) =>
  (one: Row, other: Row): number => {
    const [a, b] = [timeOfRow(one)?.getTime() ?? MAX, timeOfRow(other)?.getTime() ?? MAX]
    return a === b ? (one.id < other.id ? -1 : 1) : a < b ? -1 : 1
  }

const compare = async (accountId: number, userId: number, wire: HttpClient, zone: string): Promise<void> => {
  const now = new Date()
  const [tasks, calls, invoices, operations, discrepancies, payments] = await inAccount(
    system.deps.db,
    accountId,
    everything,
  )
  const open = tasks.filter(({ done_at }) => done_at === null).toSorted(byTime(({ due_at }) => due_at))

  const due = open.filter(
    ({ reason, due_at, performer_id }) =>
      reason === null && due_at !== null && due_at < endOfDay(now, zone) && [null, userId].includes(performer_id),
  )
  expectList(
    (await get<{ tasks: List<never> }>(wire, 'tasks/due')).tasks,
    ({ id }: { id: number }) => id,
    due,
    ({ id }) => id,
  )

  const missed = open.filter(({ reason }) => reason === 'missed-call')
  const { missedCalls } = await get<{ missedCalls: List<{ taskId: number; callId?: number }> }>(wire, 'missed-calls')
  expectList(
    missedCalls,
    ({ taskId }: { taskId: number }) => taskId,
    missed,
    ({ id }) => id,
  )
  for (const { taskId, callId } of missedCalls.items) {
    const task = tasks.find(({ id }) => id === taskId)
    const theirs = calls.filter(
      (call) =>
        call.missed &&
        (task?.customer_id
          ? call.customer_id === task.customer_id
          : !call.customer_id && call.phone_key === task?.phone),
    )
    const last = theirs.toSorted((one, other) => other.started_at.getTime() - one.started_at.getTime())[0]
    expect(callId).toBe(last?.id)
  }

  const holds = invoices
    .filter(
      ({ status, expired_at }) =>
        status === 'waitingForCapture' && expired_at && expired_at.getTime() < now.getTime() + DAY,
    )
    .toSorted(byTime(({ expired_at }) => expired_at))
  const unresolved = operations
    .filter(({ state }) => state === 'needs_human')
    .toSorted(byTime(({ created_at }) => created_at))
  const attention = await get<Record<'holds' | 'operations' | 'discrepancies', List<never>>>(wire, 'payments/attention')
  const invoiceId = (item: { invoiceId: string }) => item.invoiceId
  expectList(attention.holds, invoiceId, holds, ({ id }) => id)
  expectList(attention.operations, invoiceId, unresolved, ({ invoice_id }) => invoice_id)
  const reported = discrepancies.filter(({ resolved_at }) => !resolved_at).toSorted((one, other) => other.id - one.id)
  expectList(
    attention.discrepancies,
    ({ id }: { id: number }) => id,
    reported,
    ({ id }) => id,
  )

  const days = lastDays(now, zone, 14)
  const dayOf = (at: Date) => toLocalTime(at, zone).slice(0, 10)
  const on = (day: string) => calls.filter((call) => call.direction === 'in' && dayOf(call.started_at) === day)
  expect((await get<{ days: object[] }>(wire, 'daily-calls')).days).toEqual(
    days.map((day) => ({
      day,
      answered: on(day).filter(({ result }) => result === 'answered').length,
      missed: on(day).filter((call) => call.missed).length,
    })),
  )
  const daily = await get<{ days: string[]; currencies: { currency: string; amounts: string[] }[] }>(
    wire,
    'daily-payments',
  )
  expect(daily.days).toEqual(days)
  for (const currency of ['EUR', 'USD', 'JPY']) {
    const series = daily.currencies.find((one) => one.currency === currency)?.amounts ?? days.map(() => '0')
    const paid = payments.filter((one) => one.complete && one.currency === currency)
    const sumOn = (day: string) =>
      paid.reduce((sum, { paid_at, amount }) => sum + (paid_at && dayOf(paid_at) === day ? Number(amount) : 0), 0)
    expect(series.map(Number)).toEqual(days.map(sumOn))
  }
}

describe(`random data, seed ${SEED}`, () => {
  it('every list and count of Home is what reading every row gives, in each account alone', async () => {
    const { fern, kettle } = system
    const random = randomOf(SEED)
    const [ada, kate] = [await fern.signIn('ada'), await kettle.signIn(Object.keys(kettle.userIds)[0] as never)]
    for (let round = 0; round < 3; round++) {
      await inAccount(system.deps.db, fern.accountId, (trx) => fill(trx, random, Object.values(fern.userIds)))
      await compare(fern.accountId, fern.userIds.ada, ada, ZONE)
    }
    await inAccount(system.deps.db, kettle.accountId, (trx) => fill(trx, random, Object.values(kettle.userIds)))
    await compare(kettle.accountId, Object.values(kettle.userIds)[0] ?? 0, kate, 'UTC')
  })
})

it('shows discrepancies to administrators only', async () => {
  const bruno = await system.fern.signIn('bruno')
  expect(await get<object>(bruno, 'payments/attention')).not.toHaveProperty('discrepancies')
})
