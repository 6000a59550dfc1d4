// Random changes of calls, invoices and chats, as modules and people make them: late, edited, merged, deleted.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../src/lib/db/database.ts'

export type Random = (below: number) => number

/** Seeded, so that a failure can be repeated (mulberry32). */
export const seededRandom = (seed: number): Random => {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

export type Cast = {
  moduleIds: number[]
  shopIds: number[]
  userIds: number[]
  customerIds: number[]
  channelIds: number[]
  paymentShopId: number
  typeCodes: string[]
}

const insertId = async (db: Db, query: RawBuilder<{ id: number }>): Promise<number> =>
  (await query.execute(db)).rows[0]?.id ?? 0

/** What the changes refer to. */
export const insertCast = async (db: Db, userIds: number[]): Promise<Cast> => {
  const module = (code: string) =>
    insertId(
      db,
      sql`insert into integration_module (code, integration_code, name, signing_secret) values (${code}, ${code}, ${code}, '')
        returning id`,
    )
  const moduleIds = [await module('one'), await module('two')]
  const shopIds = (await db.selectFrom('shop').select('id').execute()).map(({ id }) => id)
  const customerIds: number[] = []
  for (let count = 0; count < 8; count++)
    customerIds.push(await insertId(db, sql`insert into customer (first_name) values ('Ada') returning id`))
  const channelIds: number[] = []
  for (let count = 0; count < 2; count++)
    channelIds.push(
      await insertId(db, sql`insert into channel (module_id, type) values (${moduleIds[0]}, 'telegram') returning id`),
    )
  const paymentShopId = await insertId(
    db,
    sql`insert into payment_shop (module_id, code, name, active) values (${moduleIds[0]}, 's', 'S', true) returning id`,
  )
  await sql`insert into payment_type (code, name) values ('card', 'Card'), ('link', 'Link') on conflict do nothing`.execute(
    db,
  )
  return { moduleIds, shopIds, userIds, customerIds, channelIds, paymentShopId, typeCodes: ['card', 'link'] }
}

// Two weeks around the end of summer time in Europe.
const FIRST = Date.parse('2026-10-18T00:00:00Z')
const SPAN_MS = 14 * 86_400_000

export const randomChange = (db: Db, cast: Cast, random: Random, number: number): Promise<unknown> => {
  const one = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const maybe = <T>(list: readonly T[]): T | null => (random(3) === 0 ? null : one(list))
  const time = () => new Date(FIRST + random(SPAN_MS))
  const after = (at: Date, mostSeconds: number) => new Date(at.getTime() + random(mostSeconds * 1000))
  const anyOf = (table: string) =>
    sql`(select id from ${sql.table(table)} order by md5(id::text || ${String(number)}) limit 1)`

  const call = () => {
    const [startedAt, direction] = [time(), one(['in', 'out'])]
    const result = one(['answered', 'answered', 'no answer', 'busy', 'failed', null])
    return {
      direction,
      result,
      missed: direction === 'in' && (result === 'no answer' || result === 'busy'),
      phone_key: `+100${random(10)}`,
      customer_id: maybe(cast.customerIds),
      user_id: maybe(cast.userIds),
      shop_id: maybe(cast.shopIds),
      external_phone: maybe(['+4930111', '+4930222']),
      module_id: one(cast.moduleIds),
      started_at: startedAt,
      answered_at: result === 'answered' && random(4) > 0 ? after(startedAt, 200) : null,
      ended_at: random(5) > 0 ? after(startedAt, 400) : null,
      duration: result === 'answered' ? random(600) : null,
      duration_waiting: random(2) === 0 ? random(330) : null,
      state: 'ended',
    }
  }
  const order = async () => {
    const currency = one(['EUR', 'USD'])
    const orderId = await insertId(
      db,
      sql`insert into customer_order (number, shop_id, status, open, currency)
        values (${`N${number}`}, ${one(cast.shopIds)}, 'new', true, ${currency}) returning id`,
    )
    const paymentId = await insertId(
      db,
      sql`insert into order_payment (order_id, type, status, amount)
        values (${orderId}, ${one(cast.typeCodes)}, 'not-paid', 10) returning id`,
    )
    return sql`
      insert into invoice (id, payment_id, order_id, order_number, shop_id, module_id, amount, currency, status, created_at)
      values (gen_random_uuid(), ${paymentId}, ${orderId}, 'N', ${cast.paymentShopId}, ${one(cast.moduleIds)},
        ${`${1 + random(500)}.${10 + random(89)}`}, ${currency}, 'pending', ${time()})`.execute(db)
  }
  const chat = () => sql`
    insert into chat (channel_id, external_user_id, created_at)
    values (${one(cast.channelIds)}, ${`c${number}`}, ${time()})`
  const message = () => sql`
    insert into message (chat_id, channel_id, originator, user_id, type, status, created_at)
    select id, channel_id, originator, case when originator = 'user' then ${maybe(cast.userIds)}::bigint end, 'text', 'sent',
      ${time()} from chat, (values (${one(['user', 'user', 'customer'])})) m (originator) where id = ${anyOf('chat')}`
  const changes: (() => Promise<unknown>)[] = [
    () =>
      db
        .insertInto('call')
        .values({ ...call(), phone: '1' })
        .execute(),
    () =>
      db
        .insertInto('call')
        .values({ ...call(), phone: '1' })
        .execute(),
    () =>
      db
        .updateTable('call')
        .set(call())
        .where('id', '=', anyOf('call') as never)
        .execute(),
    () => sql`update call set result = 'answered', missed = false where id = ${anyOf('call')}`.execute(db),
    () => sql`delete from call where id = ${anyOf('call')}`.execute(db),
    () => sql`update call set customer_id = ${one(cast.customerIds)} where id = ${anyOf('call')}`.execute(db),
    () =>
      sql`update call set customer_id = ${one(cast.customerIds)} where customer_id = ${one(cast.customerIds)}`.execute(
        db,
      ),
    order,
    order,
    () => sql`update invoice set paid_at = ${time()}, captured = amount where id = ${anyOf('invoice')}`.execute(db),
    () => sql`update invoice set failed_at = ${time()} where id = ${anyOf('invoice')} and paid_at is null`.execute(db),
    () =>
      sql`insert into invoice_history (invoice_id, at, from_status, to_status, cause, actor)
      select id, ${time()}, 'pending', 'waitingForCapture', 'import', 'test' from invoice where id = ${anyOf('invoice')}
      on conflict do nothing`.execute(db),
    () =>
      sql`insert into invoice_refund (invoice_id, amount, status, created_at)
      select id, 1.25, ${one(['pending', 'succeeded'])}, ${time()} from invoice where id = ${anyOf('invoice')}`.execute(
        db,
      ),
    () => sql`update invoice_refund set status = 'succeeded' where id = ${anyOf('invoice_refund')}`.execute(db),
    () =>
      sql`update customer_order set shop_id = ${one(cast.shopIds)} where id = ${anyOf('customer_order')}`.execute(db),
    () => sql`update order_payment set type = ${one(cast.typeCodes)} where id = ${anyOf('order_payment')}`.execute(db),
    () => sql`delete from order_payment where id = ${anyOf('order_payment')} and ${random(4)} = 0`.execute(db),
    () => chat().execute(db),
    () => message().execute(db),
    () => message().execute(db),
    () =>
      sql`update chat set state = 'closed', state_at = ${time()}, state_by = ${maybe(cast.userIds)}
      where id = ${anyOf('chat')}`.execute(db),
    () => sql`update chat set state = 'open', state_at = ${time()} where id = ${anyOf('chat')}`.execute(db),
    () =>
      sql`insert into reaction (message_id, user_id, emoji, emoji_key, created_at)
      select id, ${random(4) === 0 ? one(cast.userIds) : null}, e, e, ${time()} from message, (values (${one(['👍', '😡', '👀'])})) v (e)
      where id = ${anyOf('message')} on conflict do nothing`.execute(db),
    () => sql`delete from reaction where id = ${anyOf('reaction')}`.execute(db),
  ]
  return one(changes)()
}
