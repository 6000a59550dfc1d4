import type { Bounds } from '@patchbay/contract/platform/histograms'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { StatisticsArea } from './rules.ts'

/** The oldest changes; a later run takes those that are committed meanwhile. */
export const listChangeIds = async (db: Db, area: StatisticsArea, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('statistics_change')
    .select('id')
    .where('area', '=', area)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const deleteChanges = async (db: Db, ids: readonly number[]): Promise<void> => {
  await db.deleteFrom('statistics_change').where('id', '=', sql<number>`any(${ids}::bigint[])`).execute()
}

export const markStale = async (db: Db, area: StatisticsArea, from: Date, to: Date): Promise<void> => {
  await sql`select mark_statistics_stale(${area}, ${from}::timestamptz, ${to}::timestamptz)`.execute(db)
}

export const markAllStale = async (db: Db): Promise<void> => {
  await sql`select mark_all_statistics_stale()`.execute(db)
}

export const changesOf = (ids: readonly number[]): RawBuilder<unknown> =>
  sql`(select at, subject_id, subject_key from statistics_change where id = any(${ids}::bigint[]))`

/** The days of these moments in this time zone, `YYYY-MM-DD`; `moments` selects a column `at`. */
export const listDays = async (db: Db, moments: RawBuilder<unknown>, timezone: string): Promise<string[]> => {
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(at at time zone ${timezone}, 'YYYY-MM-DD') as day from (${moments}) moments
    where at is not null order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

/** The bucket of a number of seconds: a bucket includes its bound. */
export const bucketOf = (seconds: RawBuilder<unknown>, bounds: Bounds): RawBuilder<number> =>
  sql<number>`width_bucket(ceil(${seconds})::bigint - 1, array[${sql.join(bounds.map((bound) => sql.lit(bound)))}]::bigint[])`

/** The counts of each place, as an array. */
export const countsOf = (place: RawBuilder<unknown>, length: number, condition?: RawBuilder<unknown>) =>
  sql<number[]>`array[${sql.join(
    Array.from(
      { length },
      (_, index) =>
        sql`count(*) filter (where ${place} = ${sql.lit(index)}${condition ? sql` and ${condition}` : sql``})`,
    ),
  )}]::integer[]`
