import type { StatusGroup } from '@patchbay/contract/crm/references'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import {
  DELIVERY_TYPES,
  type DeliveryTypeRow,
  ORDER_STATUSES,
  type OrderStatusRow,
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  type PaymentStatusRow,
  type PaymentTypeRow,
} from './rules.ts'

const selectOrderStatuses = (db: Db) =>
  db
    .selectFrom('order_status')
    .select(['code', 'name', 'active', 'open', 'ordering'])
    .select(sql<StatusGroup>`status_group`.as('group'))

export const listOrderStatuses = (db: Db): Promise<OrderStatusRow[]> =>
  selectOrderStatuses(db).orderBy('ordering').orderBy('code').execute()

const STATUS = ['code', 'name', 'active', 'complete', 'is_default as isDefault', 'description', 'ordering'] as const
const TYPE = ['code', 'name', 'active', 'is_default as isDefault', 'description', 'sites', 'ordering'] as const

export const listPaymentStatuses = (db: Db): Promise<PaymentStatusRow[]> =>
  db.selectFrom('payment_status').select(STATUS).orderBy('ordering').orderBy('code').execute()

export const listPaymentTypes = (db: Db): Promise<PaymentTypeRow[]> =>
  db.selectFrom('payment_type').select(TYPE).orderBy('ordering').orderBy('code').execute()

const DELIVERY_TYPE = ['code', 'name', 'active', 'description', 'ordering'] as const

export const listDeliveryTypes = (db: Db): Promise<DeliveryTypeRow[]> =>
  db.selectFrom('delivery_type').select(DELIVERY_TYPE).orderBy('ordering').orderBy('code').execute()

export const lockDeliveryType = (db: Db, code: string): Promise<DeliveryTypeRow | undefined> =>
  db.selectFrom('delivery_type').select(DELIVERY_TYPE).where('code', '=', code).forUpdate().executeTakeFirst()

export const saveDeliveryType = async (db: Db, { code, ...rest }: DeliveryTypeRow): Promise<void> => {
  await db
    .insertInto('delivery_type')
    .values({ code, ...rest })
    .onConflict((conflict) => conflict.columns(['account_id', 'code']).doUpdateSet(rest))
    .execute()
}

export type TypeModule = { active: boolean; name: string; logo: string | null }

/** The module of each payment type that has one. */
export const listTypeModules = async (db: Db): Promise<Map<string, TypeModule>> => {
  const rows = await db
    .selectFrom('payment_type as t')
    .innerJoin('payment_shop as s', 's.id', 't.shop_id')
    .innerJoin('integration_module as m', 'm.id', 's.module_id')
    .select(['t.code', 'm.active', 'm.name', 'm.logo'])
    .execute()
  return new Map(rows.map(({ code, ...module }) => [code, module]))
}

export const lockOrderStatus = (db: Db, code: string): Promise<OrderStatusRow | undefined> =>
  selectOrderStatuses(db).where('code', '=', code).forUpdate().executeTakeFirst()

export const lockPaymentStatus = (db: Db, code: string): Promise<PaymentStatusRow | undefined> =>
  db.selectFrom('payment_status').select(STATUS).where('code', '=', code).forUpdate().executeTakeFirst()

export const lockPaymentType = (db: Db, code: string): Promise<PaymentTypeRow | undefined> =>
  db.selectFrom('payment_type').select(TYPE).where('code', '=', code).forUpdate().executeTakeFirst()

export const saveOrderStatus = async (db: Db, { code, group, ...row }: OrderStatusRow): Promise<void> => {
  const rest = { ...row, status_group: group }
  await db
    .insertInto('order_status')
    .values({ code, ...rest })
    .onConflict((conflict) => conflict.columns(['account_id', 'code']).doUpdateSet(rest))
    .execute()
}

/** At most one is the default: a new default replaces the old one. */
export const savePaymentStatus = async (db: Db, { isDefault, ...row }: PaymentStatusRow): Promise<void> => {
  if (isDefault) await db.updateTable('payment_status').set({ is_default: false }).execute()
  const { code, ...rest } = { ...row, is_default: isDefault }
  await db
    .insertInto('payment_status')
    .values({ code, ...rest })
    .onConflict((conflict) => conflict.columns(['account_id', 'code']).doUpdateSet(rest))
    .execute()
}

export const savePaymentType = async (db: Db, { isDefault, ...row }: PaymentTypeRow): Promise<void> => {
  if (isDefault) await db.updateTable('payment_type').set({ is_default: false }).execute()
  const { code, ...rest } = { ...row, is_default: isDefault }
  await db
    .insertInto('payment_type')
    .values({ code, ...rest })
    .onConflict((conflict) => conflict.columns(['account_id', 'code']).doUpdateSet(rest))
    .execute()
}

/** For a new account. */
export const insertDefaultReferences = async (db: Db): Promise<void> => {
  await db
    .insertInto('order_status')
    .values(ORDER_STATUSES.map(({ group, ...row }) => ({ ...row, status_group: group })))
    .execute()
  await db
    .insertInto('payment_status')
    .values(PAYMENT_STATUSES.map(({ isDefault, ...row }) => ({ ...row, is_default: isDefault })))
    .execute()
  await db
    .insertInto('payment_type')
    .values(PAYMENT_TYPES.map(({ isDefault, ...row }) => ({ ...row, is_default: isDefault })))
    .execute()
  await db.insertInto('delivery_type').values(DELIVERY_TYPES).execute()
}

export const listTypeCodes = async (db: Db): Promise<Set<string>> =>
  new Set((await db.selectFrom('payment_type').select('code').execute()).map(({ code }) => code))

/** P-23. False when there is no such payment type. */
export const bindType = async (db: Db, code: string, shopId: number | null): Promise<boolean> => {
  const bound = await db
    .updateTable('payment_type')
    .set({ shop_id: shopId })
    .where('code', '=', code)
    .executeTakeFirst()
  return bound.numUpdatedRows === 1n
}
