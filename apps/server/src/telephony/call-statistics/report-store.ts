import { WAIT_BOUNDS } from '@patchbay/contract/platform/histograms'
import type { CallFigures } from '@patchbay/contract/telephony/workspace/call-statistics'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { type ReportPeriod, weeksAndDays } from '../../platform/statistics/rules.ts'
import type { CallRow } from './rules.ts'

export type CallDimension = 'all' | 'user' | 'shop' | 'number' | 'module'

/** A row for each day and value: a year of one manager is 365 rows, however many calls there were. */
export const listDays = async (
  db: Db,
  { from, to }: ReportPeriod,
  dimension: CallDimension,
  values: readonly string[],
): Promise<CallRow[]> => {
  const { rows } = await sql<CallRow>`
    select to_char(day, 'YYYY-MM-DD') as day, incoming, answered, missed, returned, first_contacts as "firstContacts",
      outgoing, outgoing_answered as "outgoingAnswered", talk_seconds as "talkSeconds",
      incoming_by_hour as "incomingByHour", missed_by_hour as "missedByHour", answered_waits as "answeredWaits",
      missed_waits as "missedWaits", return_times as "returnTimes"
    from call_statistics
    where dimension = ${dimension} and day between ${from}::date and ${to}::date and value = any(${values}::text[])
    order by day`.execute(db)
  return rows
}

export type CallPart = { dimension: CallDimension; value: string; figures: CallFigures }

/** Named, not excluded: the dimension leads the index. */
export const PARTS = sql`'user', 'shop', 'number', 'module'`

const PART = sql`dimension, value, incoming, answered, missed, returned, first_contacts, outgoing, outgoing_answered,
  talk_seconds, answered_waits`

/** The whole period of each manager, shop, number and module: its weeks, and the days before and after them. */
export const listParts = async (db: Db, period: ReportPeriod, levelSeconds: number): Promise<CallPart[]> => {
  const within = WAIT_BOUNDS.indexOf(levelSeconds as (typeof WAIT_BOUNDS)[number]) + 1
  const { weeks, days } = weeksAndDays(period)
  const { rows } = await sql<{ dimension: CallDimension; value: string } & CallFigures>`
    select dimension, value, sum(incoming)::integer as incoming, sum(answered)::integer as answered,
      sum(missed)::integer as missed, sum(returned)::integer as returned, sum(first_contacts)::integer as "firstContacts",
      sum(outgoing)::integer as outgoing, sum(outgoing_answered)::integer as "outgoingAnswered",
      sum(talk_seconds)::bigint as "talkSeconds",
      sum((select sum(count) from unnest(answered_waits[1:${sql.lit(within)}]) count))::integer as "withinLevel",
      (sum((select sum(count) from unnest(answered_waits) count)) + sum(missed))::integer as "levelOf"
    from (
      select ${PART} from call_statistics_week
      where dimension in (${PARTS}) and week = any(${weeks}::date[])
      union all
      select ${PART} from call_statistics
      where dimension in (${PARTS}) and day = any(${days}::date[])
    ) part
    group by dimension, value order by sum(incoming) + sum(outgoing) desc, value`.execute(db)
  return rows.map(({ dimension, value, ...figures }) => ({ dimension, value, figures }))
}
