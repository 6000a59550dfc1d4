import type { WorkingHours } from '@patchbay/contract/platform/workspace/working-hours'
import type { Db } from '../../lib/db/database.ts'

export type StoredHours = { shopId: number; hours: WorkingHours; awayText: string }

export const listHours = async (db: Db): Promise<StoredHours[]> => {
  const rows = await db.selectFrom('working_hours').select(['shop_id', 'weekly', 'dates', 'away_text']).execute()
  return rows.map((row) => ({
    shopId: row.shop_id,
    hours: { weekly: row.weekly, dates: row.dates } as WorkingHours,
    awayText: row.away_text,
  }))
}

export const saveHours = async (db: Db, { shopId, hours, awayText }: StoredHours): Promise<void> => {
  const columns = {
    weekly: JSON.stringify(hours.weekly),
    dates: JSON.stringify(hours.dates),
    away_text: awayText,
  }
  await db
    .insertInto('working_hours')
    .values({ shop_id: shopId, ...columns })
    .onConflict((conflict) => conflict.columns(['account_id', 'shop_id']).doUpdateSet(columns))
    .execute()
}

export const deleteHours = async (db: Db, shopId: number): Promise<void> => {
  await db.deleteFrom('working_hours').where('shop_id', '=', shopId).execute()
}
