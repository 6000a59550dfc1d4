import type { Db } from '../lib/db.ts'

export const listShopCodes = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom('shop').select('code').orderBy('code').execute()
  return rows.map((row) => row.code)
}

export type NewShop = { code: string; name: string; url: string }

export const insertShop = async (db: Db, shop: NewShop): Promise<void> => {
  await db.insertInto('shop').values(shop).execute()
}
