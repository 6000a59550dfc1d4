import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { Call, Leg } from '../events/rules.ts'

export type StoredCall = Call & {
  id: number
  moduleId: number
  externalId: string | null
  note: string
  version: number
  /** What managers see while it is open (card.ts). */
  card: unknown
}

export type CallRow = {
  id: number
  module_id: number
  external_id: string | null
  direction: string
  state: string
  result: string | null
  missed: boolean
  phone: string
  phone_key: string
  customer_id: number | null
  user_id: number | null
  shop_id: number | null
  external_phone: string | null
  started_at: Date
  answered_at: Date | null
  ended_at: Date | null
  duration: number | null
  duration_waiting: number | null
  record_url: string | null
  source: unknown
  note: string
  legs: unknown
  recorded: boolean
  version: number
  card: unknown
}

export const toCall = (row: CallRow): StoredCall => ({
  id: row.id,
  moduleId: row.module_id,
  externalId: row.external_id,
  direction: row.direction as Call['direction'],
  state: row.state as Call['state'],
  result: row.result as Call['result'],
  missed: row.missed,
  phone: row.phone,
  phoneKey: row.phone_key,
  customerId: row.customer_id,
  userId: row.user_id,
  shopId: row.shop_id,
  externalPhone: row.external_phone,
  startedAt: row.started_at,
  answeredAt: row.answered_at,
  endedAt: row.ended_at,
  duration: row.duration,
  durationWaiting: row.duration_waiting,
  recordUrl: row.record_url,
  source: row.source,
  note: row.note,
  legs: row.legs as Leg[],
  recorded: row.recorded,
  version: row.version,
  card: row.card,
})

export const columnsOf = (call: Call) => ({
  direction: call.direction,
  state: call.state,
  result: call.result,
  missed: call.missed,
  customer_id: call.customerId,
  user_id: call.userId,
  shop_id: call.shopId,
  external_phone: call.externalPhone,
  started_at: call.startedAt,
  answered_at: call.answeredAt,
  ended_at: call.endedAt,
  duration: call.duration,
  duration_waiting: call.durationWaiting,
  record_url: call.recordUrl,
  source: call.source === null || call.source === undefined ? null : JSON.stringify(call.source),
  legs: JSON.stringify(call.legs),
  recorded: call.recorded,
})

/** Written out: a partial index serves only a condition that PostgreSQL sees when it plans. */
export const isOpen = sql<boolean>`state in ('ringing', 'talking')`

export type UploadedCall = { moduleId: number; externalId: string | null; contentKey: Buffer | null; call: Call }

const uploadedRow = ({ moduleId, externalId, contentKey, call }: UploadedCall) => ({
  module_id: moduleId,
  external_id: externalId,
  content_key: contentKey,
  phone: call.phone,
  phone_key: call.phoneKey,
  ...columnsOf(call),
})

/** Stores those that are not there yet, and says which they were by their place. They come sorted by identity. */
export const insertUploadedCalls = async (db: Db, uploaded: readonly UploadedCall[]): Promise<Map<number, number>> => {
  const rows = await db
    .insertInto('call')
    .values(uploaded.map(uploadedRow))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'external_id', 'content_key'])
    .execute()
  const places = new Map(
    uploaded.map((one, place): [string, number] => [identityOf(one.externalId, one.contentKey), place]).reverse(),
  )
  return new Map(rows.map((row) => [places.get(identityOf(row.external_id, row.content_key)) ?? -1, row.id]))
}

export const identityOf = (externalId: string | null, contentKey: Buffer | null): string =>
  externalId === null ? `content ${contentKey?.toString('hex')}` : `id ${externalId}`

/** Those that were there already, by their identity. */
export const lockUploadedCalls = async (
  db: Db,
  moduleId: number,
  uploaded: readonly UploadedCall[],
): Promise<Map<string, StoredCall>> => {
  const ids = uploaded.flatMap(({ externalId }) => externalId ?? [])
  const keys = uploaded.flatMap(({ contentKey }) => contentKey ?? [])
  const of = db.selectFrom('call').selectAll().where('module_id', '=', moduleId).forUpdate()
  const byId =
    ids.length > 0
      ? await of.where('external_id', '=', sql<string>`any(${ids}::text[])`).orderBy('external_id').execute()
      : []
  const byKey =
    keys.length > 0
      ? await of.where('content_key', '=', sql<Buffer>`any(${keys}::bytea[])`).orderBy('content_key').execute()
      : []
  return new Map([...byId, ...byKey].map((row) => [identityOf(row.external_id, row.content_key), toCall(row)]))
}

export const updateCall = async (db: Db, id: number, call: Call): Promise<void> => {
  await db
    .updateTable('call')
    .set({ ...columnsOf(call), version: sql`version + 1`, news_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export const closeCards = async (db: Db, callId: number, because: string): Promise<void> => {
  await db
    .updateTable('call_card')
    .set({ closed_at: sql`now()`, closed_because: because })
    .where('call_id', '=', callId)
    .where('closed_at', 'is', null)
    .execute()
}

/** D-24: calls of which nothing was heard since then. */
export const lockSilentCalls = async (db: Db, before: Date): Promise<StoredCall[]> => {
  const rows = await db
    .selectFrom('call')
    .selectAll()
    .where(isOpen)
    .where('news_at', '<', before)
    .orderBy('id')
    .limit(200)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(toCall)
}

export type OpenOrder = {
  customerId: number
  id: number
  number: string
  status: string
  total: string
  currency: string
}

/** What the customers on a card wait for: their newest open orders. */
export const openOrdersQuery = (db: Db, customerIds: readonly number[]): CompiledQuery<OpenOrder> =>
  sql<OpenOrder>`
    select o.customer_id as "customerId", o.id, o.number, coalesce(s.name, o.status) as status, o.total::text as total, o.currency
    from unnest(${customerIds}::bigint[]) c(id)
    cross join lateral (select * from customer_order o where o.customer_id = c.id and o.open order by o.id desc limit 5) o
    left join order_status s on s.code = o.status`.compile(db)
