import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { ShopSettings } from './rules.ts'

export type Shop = ShopSettings & { id: number }

const columns = ['id', 'code', 'name', 'url', 'active', 'country', 'currency', 'description', 'ordering'] as const

/** The first one is the default shop. */
export const listShops = (db: Db): Promise<Shop[]> =>
  db.selectFrom('shop').select(columns).orderBy('ordering').orderBy('id').execute()

export const listShopCodes = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom('shop').select('code').orderBy('code').execute()
  return rows.map((row) => row.code)
}

export type NewShop = Pick<Shop, 'code' | 'name' | 'url'> & Partial<Omit<Shop, 'id'>>

export const insertShop = async (db: Db, shop: NewShop): Promise<void> => {
  await db.insertInto('shop').values(shop).execute()
}

/** An upsert: of two requests that create the same shop at once, the second updates it. */
export const saveShop = async (db: Db, shop: Omit<Shop, 'id'>): Promise<void> => {
  await db
    .insertInto('shop')
    .values(shop)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'code']).doUpdateSet({
        name: sql`excluded.name`,
        url: sql`excluded.url`,
        active: sql`excluded.active`,
        country: sql`excluded.country`,
        currency: sql`excluded.currency`,
        description: sql`excluded.description`,
        ordering: sql`excluded.ordering`,
      }),
    )
    .execute()
}

export const lockShop = (db: Db, code: string): Promise<Shop | undefined> =>
  db.selectFrom('shop').select(columns).where('code', '=', code).forUpdate().executeTakeFirst()

export const listShopIds = async (db: Db): Promise<Map<string, number>> => {
  const rows = await db.selectFrom('shop').select(['code', 'id']).execute()
  return new Map(rows.map(({ code, id }) => [code, id]))
}
