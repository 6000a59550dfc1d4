import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { Call } from '../calls/rules.ts'
import { CALL_COLUMNS, columnsOf, type StoredCall, toCall } from '../calls/store.ts'

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
  const of = db
    .selectFrom('call')
    .select([...CALL_COLUMNS, 'content_key'])
    .where('module_id', '=', moduleId)
    .forUpdate()
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
