import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { isEnabled } from '../../platform/modules/rules.ts'
import type { KnownShop } from './rules.ts'

export const listKnownShops = async (db: Db, moduleId: number): Promise<KnownShop[]> => {
  const { rows } = await sql<{ id: number; code: string; removed: boolean; types: number }>`
    select s.id, s.code, s.removed_at is not null as removed,
      (select count(*)::integer from payment_type t where t.account_id = s.account_id and t.shop_id = s.id) as types
    from payment_shop s where s.account_id = current_account() and s.module_id = ${moduleId} order by s.id`.execute(db)
  return rows
}

export const saveShop = async (
  db: Db,
  moduleId: number,
  { code, name, active }: { code: string; name: string; active: boolean },
): Promise<number> => {
  const row = await db
    .insertInto('payment_shop')
    .values({ module_id: moduleId, code, name, active })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'module_id', 'code']).doUpdateSet({ name, active, removed_at: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** P-06: a removed shop is kept for its invoices. */
export const removeShops = async (db: Db, ids: readonly number[]): Promise<void> => {
  await db
    .updateTable('payment_shop')
    .set({ removed_at: sql`now()`, active: false })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}

export type BoundType = {
  code: string
  name: string
  /** Payments of this type on orders that are still open. */
  payments: number
  shopId: number | null
}

export const listBoundTypes = async (db: Db): Promise<BoundType[]> => {
  const { rows } = await sql<BoundType>`
    select t.code, t.name, t.shop_id as "shopId",
      (select count(*)::integer from order_payment p
        join customer_order o on o.account_id = p.account_id and o.id = p.order_id and o.open
        where p.account_id = t.account_id and p.type = t.code) as payments
    from payment_type t where t.account_id = current_account() order by t.ordering, t.code`.execute(db)
  return rows
}

export type PaymentShopRow = {
  id: number
  code: string
  name: string
  active: boolean
  removed: boolean
  moduleCode: string
  moduleName: string
  moduleOff: boolean
}

const selectShops = (db: Db) =>
  db
    .selectFrom('payment_shop as s')
    .innerJoin('integration_module as m', (join) =>
      join.onRef('m.account_id', '=', 's.account_id').onRef('m.id', '=', 's.module_id'),
    )
    .select(['s.id', 's.code', 's.name', 's.active', 's.removed_at', 'm.code as moduleCode', 'm.name as moduleName'])
    .select(['m.active as moduleActive', 'm.frozen', 'm.removed_at as moduleRemovedAt'])

type Row = Awaited<ReturnType<ReturnType<typeof selectShops>['executeTakeFirstOrThrow']>>

const toShop = ({ id, code, name, active, moduleCode, moduleName, ...row }: Row): PaymentShopRow => ({
  id,
  code,
  name,
  active,
  removed: row.removed_at !== null,
  moduleCode,
  moduleName,
  moduleOff: !isEnabled({ active: row.moduleActive, frozen: row.frozen, removed: row.moduleRemovedAt !== null }),
})

export const findShop = async (db: Db, id: number): Promise<PaymentShopRow | undefined> => {
  const row = await selectShops(db).where('s.id', '=', id).executeTakeFirst()
  return row && toShop(row)
}

export const listShops = async (db: Db): Promise<PaymentShopRow[]> =>
  (await selectShops(db).orderBy('m.name').orderBy('s.id').execute()).map(toShop)
