import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { type Move, movedIds, onlyIds } from '../../lib/db/moved-rows.ts'
import type { Call, Leg } from './rules.ts'

export type StoredCall = Call & {
  id: number
  /** Null: a user logged it by hand. */
  moduleId: number | null
  loggedBy: number | null
  externalId: string | null
  note: string
  version: number
  /** What managers see while it is open (call-cards/view.ts). */
  card: unknown
}

export type CallRow = {
  id: number
  module_id: number | null
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
  logged_by: number | null
}

export const CALL_COLUMNS = [
  'id',
  'module_id',
  'external_id',
  'direction',
  'state',
  'result',
  'missed',
  'phone',
  'phone_key',
  'customer_id',
  'user_id',
  'shop_id',
  'external_phone',
  'started_at',
  'answered_at',
  'ended_at',
  'duration',
  'duration_waiting',
  'record_url',
  'source',
  'note',
  'legs',
  'recorded',
  'version',
  'card',
  'logged_by',
] as const satisfies readonly (keyof CallRow)[]

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
  loggedBy: row.logged_by,
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

/** Literals, not parameters: PostgreSQL must see the condition of the partial index when it plans. */
export const isOpen = sql<boolean>`state in ('ringing', 'talking')`

export const updateCall = async (db: Db, id: number, call: Call): Promise<void> => {
  await db
    .updateTable('call')
    .set({ ...columnsOf(call), version: sql`version + 1`, news_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export const lockCall = async (db: Db, id: number): Promise<StoredCall | undefined> => {
  const row = await db.selectFrom('call').select(CALL_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toCall(row)
}

/** The version rises: an event that is being decided loads the call again. */
export const updateCallCustomer = async (db: Db, id: number, customerId: number, card: unknown): Promise<void> => {
  await db
    .updateTable('call')
    .set({
      customer_id: customerId,
      card: card === null ? null : JSON.stringify(card),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}

/** D-24: open calls without an event since then. */
export const lockStaleCalls = async (db: Db, before: Date): Promise<StoredCall[]> => {
  const rows = await db
    .selectFrom('call')
    .select(CALL_COLUMNS)
    .where(isOpen)
    .where('news_at', '<', before)
    .orderBy('id')
    .limit(200)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(toCall)
}

/** For a merge of two customers, and to undo it. Returns the ids of the moved rows. */
export const moveCalls = (db: Db, move: Move): Promise<number[]> =>
  movedIds(
    db,
    sql`update call set customer_id = ${move.into} where customer_id = ${move.from} ${onlyIds(move)} returning id`,
  )

export const hasCalls = async (db: Db, customerId: number): Promise<boolean> =>
  (await db.selectFrom('call').select('id').where('customer_id', '=', customerId).limit(1).execute()).length > 0
