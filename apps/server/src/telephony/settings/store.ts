import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

export type Extension = { moduleId: number; code: string; userId: number }
export type ExternalPhone = {
  moduleId: number
  number: string
  key: string
  shopId: number
  shopCode: string
  shopName: string
}

export type Mappings = {
  codes: readonly { userId: number; code: string }[]
  phones: readonly { siteCode: string; number: string; key: string }[]
}

/** Replaced as a whole, like the settings that they are derived from. */
export const replaceMappings = async (db: Db, moduleId: number, { codes, phones }: Mappings): Promise<void> => {
  await db.deleteFrom('extension').where('module_id', '=', moduleId).execute()
  await db.deleteFrom('external_phone').where('module_id', '=', moduleId).execute()
  if (codes.length > 0) {
    await sql`insert into extension (module_id, code, user_id)
      select ${moduleId}, c->>'code', (c->>'userId')::bigint from jsonb_array_elements(${JSON.stringify(codes)}::jsonb) c`.execute(
      db,
    )
  }
  if (phones.length === 0) return
  await sql`insert into external_phone (module_id, place, number, phone_key, shop_id)
    select ${moduleId}, p.place, p.phone->>'number', p.phone->>'key', s.id
    from jsonb_array_elements(${JSON.stringify(phones)}::jsonb) with ordinality p(phone, place)
    join shop s on s.code = p.phone->>'siteCode'`.execute(db)
}

/** The extensions of a user, in the order of their modules. */
export const listExtensionsOf = async (db: Db, userId: number): Promise<Extension[]> => {
  const rows = await db
    .selectFrom('extension')
    .select(['module_id', 'code', 'user_id'])
    .where('user_id', '=', userId)
    .orderBy('module_id')
    .execute()
  return rows.map((row) => ({ moduleId: row.module_id, code: row.code, userId: row.user_id }))
}

/** Any extension of a module: the first by its code. */
export const findAnyExtension = async (db: Db, moduleId: number): Promise<Extension | undefined> => {
  const row = await db
    .selectFrom('extension')
    .select(['code', 'user_id'])
    .where('module_id', '=', moduleId)
    .orderBy('code')
    .executeTakeFirst()
  return row && { moduleId, code: row.code, userId: row.user_id }
}

/** The number of a shop that a module shows to those it calls (T-07). */
export const findExternalPhone = async (db: Db, moduleId: number, shopId: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('external_phone')
    .select('number')
    .where('module_id', '=', moduleId)
    .where('shop_id', '=', shopId)
    .orderBy('place')
    .executeTakeFirst()
  return row?.number
}
