import { DURATION_BOUNDS, WAIT_BOUNDS } from '@patchbay/contract/platform/histograms'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { type LocalDay, slicesOf, weekOf } from '../../platform/statistics/rules.ts'
import { bucketOf, changesOf, countsOf, listDays } from '../../platform/statistics/store.ts'
import { FIRST_CONTACT, RESOLVES, RETURNED_AT, WAITED } from '../calls/figure-store.ts'
import { PARTS } from './report-store.ts'

const HOURS = 24

/**
 * A call also changes the figures of earlier calls that it returns, back to the call that returned them before, and of the
 * customer's next call, which is no longer the first or is now.
 */
export const listStaleDays = (db: Db, changeIds: readonly number[], timezone: string): Promise<string[]> => {
  const callers = [
    sql`c.customer_id = changed.subject_id`,
    sql`changed.subject_id is null and c.customer_id is null and c.phone_key = changed.subject_key`,
  ]
  const returned = callers.map(
    (ofCaller) => sql`
      select m.started_at as at from ${changesOf(changeIds)} changed cross join lateral (
        select c.started_at from call c
        where ${ofCaller} and c.missed and c.started_at < changed.at and c.started_at >= coalesce((
          select max(c.started_at) from call c where ${ofCaller} and c.started_at < changed.at and ${RESOLVES}),
          '-infinity')) m`,
  )
  const next = sql`
    select (select min(c.started_at) from call c where c.customer_id = changed.subject_id and c.started_at > changed.at) as at
    from ${changesOf(changeIds)} changed where changed.subject_id is not null`
  const own = sql`select at from ${changesOf(changeIds)} changed`
  return listDays(db, sql.join([own, next, ...returned], sql` union all `), timezone)
}

const when = (condition: RawBuilder<unknown>, place: RawBuilder<unknown>) =>
  sql`case when ${condition} then ${place} end`

const INCOMING = sql`direction = 'in'`
const ANSWERED = sql`direction = 'in' and result = 'answered'`
const MISSED = sql`missed`

/** Each call once, with its places in the histograms: materialized, or every count of a histogram would look them up again. */
const placedCalls = ({ from, to, timezone }: LocalDay) => sql`
  select direction, result, missed, duration, user_id, shop_id, external_phone, module_id, returned_after, first_contact,
    ${when(INCOMING, sql`hour`)} as incoming_hour, ${when(MISSED, sql`hour`)} as missed_hour,
    ${when(ANSWERED, sql`wait`)} as answered_wait, ${when(MISSED, sql`wait`)} as missed_wait
  from (
    select direction, result, missed, duration, user_id, shop_id, external_phone, module_id,
      extract(hour from started_at at time zone ${timezone})::integer as hour, ${bucketOf(WAITED, WAIT_BOUNDS)} as wait,
      ${bucketOf(sql`extract(epoch from ${RETURNED_AT} - started_at)`, DURATION_BOUNDS)} as returned_after,
      ${FIRST_CONTACT} as first_contact
    from call where started_at >= ${from} and started_at < ${to} offset 0
  ) call`

/** D-129: from the rows of its days. */
const addUpWeek = async (db: Db, week: string): Promise<void> => {
  const waits = Array.from(
    { length: WAIT_BOUNDS.length + 1 },
    (_, place) => sql`sum(answered_waits[${sql.lit(place + 1)}])`,
  )
  await sql`delete from call_statistics_week where dimension in (${PARTS}) and week = ${week}::date`.execute(db)
  await sql`
    insert into call_statistics_week (dimension, week, value, incoming, answered, missed, returned, first_contacts, outgoing,
      outgoing_answered, talk_seconds, answered_waits)
    select dimension, ${week}::date, value, sum(incoming), sum(answered), sum(missed), sum(returned), sum(first_contacts),
      sum(outgoing), sum(outgoing_answered), sum(talk_seconds), array[${sql.join(waits)}]::integer[]
    from call_statistics
    where dimension in (${PARTS}) and day >= ${week}::date and day < ${week}::date + 7
    group by dimension, value`.execute(db)
}

/** The dimensions of a figure, and the column of a call that each is about. */
const COLUMNS = { user: 'user_id', shop: 'shop_id', number: 'external_phone', module: 'module_id' } as const

const parts = Object.entries(COLUMNS).map(([dimension, name]) => ({ dimension, column: sql.ref(name) }))
const DIMENSION = sql`case ${sql.join(
  parts.map(({ dimension, column }) => sql`when grouping(${column}) = 0 then ${sql.lit(dimension)}`),
  sql` `,
)} else 'all' end`
const VALUE = sql`coalesce(${sql.join(parts.map(({ column }) => sql`${column}::text`))}, '')`
/** Calls without a manager are no part; nor is a day without calls. */
const HAS_VALUE = sql.join(
  [sql`count(*) > 0`, ...parts.map(({ column }) => sql`(grouping(${column}) = 1 or ${column} is not null)`)],
  sql` and `,
)
/** All dimensions in one pass: PostgreSQL decides for each call once which counts it belongs to. */
const GROUPS = sql`grouping sets ((), ${sql.join(parts.map(({ column }) => sql`(${column})`))})`

const NUMBERS = [
  ...['incoming', 'answered', 'missed', 'returned', 'first_contacts', 'outgoing', 'outgoing_answered', 'talk_seconds'],
]
const HISTOGRAMS = ['incoming_by_hour', 'missed_by_hour', 'answered_waits', 'missed_waits', 'return_times']
const ADDED = sql.join([
  ...NUMBERS.map((name) => sql`${sql.ref(name)} = old.${sql.ref(name)} + excluded.${sql.ref(name)}`),
  ...HISTOGRAMS.map((name) => sql`${sql.ref(name)} = add_counts(old.${sql.ref(name)}, excluded.${sql.ref(name)})`),
])

const addCalls = (db: Db, day: LocalDay) =>
  sql`
    with placed as materialized (${placedCalls(day)})
    insert into call_statistics as old (dimension, day, value, ${sql.join([...NUMBERS, ...HISTOGRAMS].map((name) => sql.ref(name)))})
    select ${DIMENSION}, ${day.day}::date, ${VALUE}, count(*) filter (where ${INCOMING}), count(*) filter (where ${ANSWERED}),
      count(*) filter (where missed), count(returned_after), count(*) filter (where first_contact),
      count(*) filter (where direction = 'out'), count(*) filter (where direction = 'out' and result = 'answered'),
      coalesce(sum(duration), 0), ${countsOf(sql`incoming_hour`, HOURS)}, ${countsOf(sql`missed_hour`, HOURS)},
      ${countsOf(sql`answered_wait`, WAIT_BOUNDS.length + 1)}, ${countsOf(sql`missed_wait`, WAIT_BOUNDS.length + 1)},
      ${countsOf(sql`returned_after`, DURATION_BOUNDS.length + 1)}
    from placed
    group by ${GROUPS} having ${HAS_VALUE}
    on conflict (account_id, dimension, day, value) do update set ${ADDED}`.execute(db)

const countCalls = async (db: Db, { from, to }: LocalDay): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from call where started_at >= ${from} and started_at < ${to}`.execute(db)
  return rows[0]?.count ?? 0
}

/** D-129: a busy day is computed slice by slice, so that no statement runs for long. */
export const computeDay = async (db: Db, day: LocalDay): Promise<void> => {
  await sql`delete from call_statistics where dimension in ('all', ${PARTS}) and day = ${day.day}::date`.execute(db)
  for (const slice of slicesOf(day, await countCalls(db, day))) await addCalls(db, slice)
  await addUpWeek(db, weekOf(day.day))
}
