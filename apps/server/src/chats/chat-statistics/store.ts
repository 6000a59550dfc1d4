import { DURATION_BOUNDS } from '@patchbay/contract/platform/histograms'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { LocalDay } from '../../platform/statistics/rules.ts'
import { bucketOf, changesOf, countsOf, listDays } from '../../platform/statistics/store.ts'
import { FIRST_REPLY, MOOD } from './figure-store.ts'

const HOURS = 24

/** A reply also changes the figures of the day on which the conversation was opened. */
export const listStaleDays = (db: Db, changeIds: readonly number[], timezone: string): Promise<string[]> => {
  const moments = [
    sql`select at from ${changesOf(changeIds)} changed`,
    sql`select p.opened_at from ${changesOf(changeIds)} changed join chat_period p on p.chat_id = changed.subject_id
      where p.opened_at <= changed.at and (p.closed_at is null or p.closed_at >= changed.at)`,
  ]
  return listDays(db, sql.join(moments, sql` union all `), timezone)
}

/** What happened on the day, a row each: the user is who replied first, who closed it, or to whom the customer reacted. */
const factsOf = ({ from, to, timezone }: LocalDay): RawBuilder<unknown> => {
  const onDay = (at: RawBuilder<unknown>) => sql`${at} >= ${from} and ${at} < ${to}`
  const seconds = (end: RawBuilder<unknown>) => bucketOf(sql`extract(epoch from ${end} - p.opened_at)`, DURATION_BOUNDS)
  return sql`
    select 'opened' as kind, reply.user_id, c.channel_id, ${seconds(sql`reply.created_at`)} as took,
      extract(hour from p.opened_at at time zone ${timezone}) as hour
    from chat_period p join chat c on c.id = p.chat_id ${FIRST_REPLY} where ${onDay(sql`p.opened_at`)}
    union all
    select 'closed', p.closed_by, c.channel_id, ${seconds(sql`p.closed_at`)}, null
    from chat_period p join chat c on c.id = p.chat_id where ${onDay(sql`p.closed_at`)}
    union all
    select ${MOOD}, m.user_id, m.channel_id, null, null
    from reaction r join message m on m.id = r.message_id
    where r.user_id is null and m.user_id is not null and ${onDay(sql`r.created_at`)}`
}

const count = (kind: string) => sql`count(*) filter (where kind = ${sql.lit(kind)})`

export const computeDay = async (db: Db, day: LocalDay): Promise<void> => {
  const buckets = DURATION_BOUNDS.length + 1
  await sql`delete from chat_statistics where day = ${day.day}::date`.execute(db)
  await sql`
    insert into chat_statistics (dimension, day, value, opened, answered, closed, positive, negative, neutral,
      first_responses, resolutions, opened_by_hour)
    select dimension, ${day.day}::date, value, ${count('opened')},
      count(*) filter (where kind = 'opened' and took is not null), ${count('closed')}, ${count('positive')},
      ${count('negative')}, ${count('neutral')}, ${countsOf(sql`took`, buckets, sql`kind = 'opened'`)},
      ${countsOf(sql`took`, buckets, sql`kind = 'closed'`)}, ${countsOf(sql`hour`, HOURS, sql`kind = 'opened'`)}
    from (${factsOf(day)}) fact
    cross join lateral (values ('all', ''), ('user', user_id::text), ('channel', channel_id::text)) as of (dimension, value)
    where value is not null
    group by dimension, value`.execute(db)
}
