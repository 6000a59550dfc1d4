import { type RawBuilder, sql } from 'kysely'
import { RESOLVES_MISSED_CALL } from './rules.ts'

// What reports count in calls, as SQL: the list of calls filters by the same, so that a figure opens exactly its calls.

const pairs = RESOLVES_MISSED_CALL.map(({ direction, result }) => sql`(${sql.lit(direction)}, ${sql.lit(result)})`)
/** D-25: this call resolves the calls that were missed before it. */
export const RESOLVES = sql<boolean>`(direction, result) in (${sql.join(pairs)})`

/** Seconds until the call was answered, or until the caller gave up; null where nobody reported it. */
export const WAITED = sql<number | null>`coalesce(call.duration_waiting,
  extract(epoch from case when call.result = 'answered' then call.answered_at when call.missed then call.ended_at end
    - call.started_at))`

const laterCall = (ofCaller: RawBuilder<unknown>) => sql`(
  select min(later.started_at) from call later
  where ${ofCaller} and later.started_at > call.started_at and (later.direction, later.result) in (${sql.join(pairs)}))`

/** D-25: when the caller was called back, or called again and was answered; null: not yet. Each case has its index. */
export const RETURNED_AT = sql<Date | null>`case when not call.missed then null
  when call.customer_id is not null then ${laterCall(sql`later.customer_id = call.customer_id`)}
  else ${laterCall(sql`later.phone_key = call.phone_key and later.customer_id is null`)} end`

/** The first call with this customer, and they called. */
export const FIRST_CONTACT = sql<boolean>`(call.direction = 'in' and call.customer_id is not null and not exists (
  select from call earlier
  where earlier.customer_id = call.customer_id and (earlier.started_at, earlier.id) < (call.started_at, call.id)))`

/** What a figure of the report on calls counts. */
export type CallFigureFilter = {
  /** Any of these spoke. */
  handledBy?: readonly number[]
  number?: string
  module?: string
  /** Monday is 1. */
  weekday?: number
  hour?: number
  timezone?: string
  waitedOver?: number
  waitedTo?: number
  returned?: boolean
  returnedOver?: number
  returnedTo?: number
  firstContact?: boolean
}

const localPart = (part: 'isodow' | 'hour', timezone: string) =>
  sql`extract(${sql.raw(part)} from call.started_at at time zone ${timezone})`

/** A bucket of a histogram: over its lower bound, up to its upper one; the first one includes 0. */
const inBucket = (seconds: RawBuilder<unknown>, over: number | undefined, to: number | undefined) => [
  ...(over === undefined ? [] : [sql<boolean>`ceil(${seconds}) > ${over === 0 ? -1 : over}`]),
  ...(to === undefined ? [] : [sql<boolean>`ceil(${seconds}) <= ${to}`]),
]

/** Read along the index of the other filters: a report is about a period. */
export const figureConditions = (filter: CallFigureFilter): RawBuilder<boolean>[] => {
  const { handledBy, number, module, weekday, hour, timezone = 'UTC', returned, firstContact } = filter
  const returnSeconds = sql`extract(epoch from ${RETURNED_AT} - call.started_at)`
  return [
    ...(handledBy === undefined ? [] : [sql<boolean>`call.user_id = any(${handledBy}::bigint[])`]),
    ...(number === undefined ? [] : [sql<boolean>`call.external_phone = ${number}`]),
    ...(module === undefined ? [] : [sql<boolean>`m.code = ${module}`]),
    ...(weekday === undefined ? [] : [sql<boolean>`${localPart('isodow', timezone)} = ${weekday}`]),
    ...(hour === undefined ? [] : [sql<boolean>`${localPart('hour', timezone)} = ${hour}`]),
    ...inBucket(WAITED, filter.waitedOver, filter.waitedTo),
    ...(returned === undefined ? [] : [sql<boolean>`call.missed and (${RETURNED_AT} is not null) = ${returned}`]),
    ...inBucket(returnSeconds, filter.returnedOver, filter.returnedTo),
    ...(firstContact ? [FIRST_CONTACT] : []),
  ]
}
