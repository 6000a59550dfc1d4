import type { TelephonyModule } from '@patchbay/contract/telephony/event-rules'
import type { CallEvent } from '@patchbay/contract/telephony/events'
import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { type Param, preparedStatement } from '../../lib/db/prepared-statement.ts'
import { ringingClause, stoppedRingingClause } from '../../platform/notifications/store.ts'
import type { Route } from '../../platform/routing/rules.ts'
import { callDecisionClause } from '../../platform/routing/store.ts'
import type { RingingNotice } from '../call-cards/notice-rules.ts'
import type { EventDecision, TelephonyUser } from '../calls/rules.ts'
import { CALL_COLUMNS, type CallRow, columnsOf, isOpen, type StoredCall } from '../calls/store.ts'
import type { Extension, ExternalPhone } from '../settings/store.ts'
import type { Step } from '../traces/rules.ts'

type CandidateCalls = { externalId: string | null; phoneKey: string }

const COLUMNS = sql.join(CALL_COLUMNS.map((column) => sql.ref(column)))
const OF_TELEPHONY = sql`module_id = any(array(select id from integration_module where is_telephony))`

const byId = (param: Param<CandidateCalls>) =>
  sql`select ${COLUMNS} from call where external_id = ${param('externalId')}::text and ${OF_TELEPHONY}`

const callById = preparedStatement<CandidateCalls, CallRow>((db, param) => sql<CallRow>`${byId(param)}`.compile(db))

const callByIdOrNumber = preparedStatement<CandidateCalls, CallRow>((db, param) =>
  sql<CallRow>`${byId(param)} union all (
    select ${COLUMNS} from call where phone_key = ${param('phoneKey')} and ${OF_TELEPHONY} and ${isOpen} and external_id is null
    order by id desc limit 50)`.compile(db),
)

/** D-22: the calls that an event may be about: the one with its id, or also those open with its number. */
export const candidateCallsQuery = (db: Db, byNumber: boolean, request: CandidateCalls): CompiledQuery<CallRow> =>
  byNumber ? callByIdOrNumber(db, request) : callById(db, request)

type SavedEvent = ReturnType<typeof columnsOf> &
  Record<'event' | 'steps' | 'card' | 'notice', string> & { showTo: readonly number[] } & {
    notified: readonly number[]
    silent: boolean
  }
type Opening = SavedEvent & { moduleId: number; externalId: string | null; phone: string; phoneKey: string } & {
  chosenId: number | null
  /** Null: routing is off. */
  route: string | null
}
type Change = SavedEvent & {
  id: number
  version: number
  withdrawFrom: readonly number[]
  because: string
  stopped: string | null
}

const eventColumns = (param: Param<SavedEvent>) =>
  sql`insert into call_event (call_id, event, steps)
    select id, ${param('event')}::jsonb, ${param('steps')}::jsonb from saved`
const shown = (param: Param<SavedEvent>) =>
  sql`insert into call_card (call_id, user_id) select id, unnest(${param('showTo')}::bigint[]) from saved`

const notified = (param: Param<SavedEvent>) =>
  ringingClause(
    { users: param('notified'), callId: sql`saved.id`, content: param('notice'), silent: param('silent') },
    sql`saved`,
  )

const openingQuery = preparedStatement<Opening, { id: number }>((db, param) =>
  sql<{ id: number }>`
    with saved as (
      insert into call (module_id, external_id, phone, phone_key, direction, state, result, missed, customer_id, user_id,
        shop_id, external_phone, started_at, answered_at, ended_at, duration, legs, card)
      values (${param('moduleId')}, ${param('externalId')}, ${param('phone')}, ${param('phoneKey')}, ${param('direction')},
        ${param('state')}, ${param('result')}, ${param('missed')}, ${param('customer_id')}, ${param('user_id')},
        ${param('shop_id')}, ${param('external_phone')}, ${param('started_at')}, ${param('answered_at')},
        ${param('ended_at')}, ${param('duration')}, ${param('legs')}, ${param('card')})
      returning id
    ), logged as (${eventColumns(param)}), shown as (${shown(param)}), notified as (${notified(param)}), routed as (
      ${callDecisionClause({ chosenId: param('chosenId'), content: param('route') }, sql`saved`)})
    select id from saved`.compile(db),
)

/**
 * Cards are closed whether they are open or not: with a condition on open ones, PostgreSQL would scan the index of all
 * open cards of the account.
 */
const changeQuery = preparedStatement<Change, { id: number }>((db, param) =>
  sql<{ id: number }>`
    with saved as (
      update call set direction = ${param('direction')}, state = ${param('state')}, result = ${param('result')},
        missed = ${param('missed')}, customer_id = ${param('customer_id')}, user_id = ${param('user_id')},
        answered_at = ${param('answered_at')}, ended_at = ${param('ended_at')}, duration = ${param('duration')},
        legs = ${param('legs')}, card = ${param('card')}, version = version + 1, news_at = now()
      where id = ${param('id')} and version = ${param('version')}
      returning id
    ), logged as (${eventColumns(param)}), shown as (
      ${shown(param)}
      on conflict (account_id, call_id, user_id) do update set closed_at = null, closed_because = null, sent_at = now()
        where call_card.closed_at is not null
    ), closed as (
      update call_card set closed_at = coalesce(closed_at, now()),
        closed_because = coalesce(closed_because, ${param('because')})
      where call_id = ${param('id')} and user_id = any(${param('withdrawFrom')}::bigint[])
    ), notified as (${notified(param)}), stopped as (${stoppedRingingClause(param('id'), param('stopped'))})
    select coalesce((select id from saved), overtaken()) as id`.compile(db),
)

type EventRecord = {
  event: CallEvent
  steps: readonly Step[]
  card: unknown
  notice: RingingNotice
  /** Of a new call, while routing is on. */
  route: Route | undefined
}

/**
 * Everything that an event changed, in one statement. A new call is inserted: if another event has inserted it
 * meanwhile, its unique key is taken. A known call is updated by the version that was read: if that has changed,
 * a function of the database raises a conflict. On either conflict the caller loads and decides again.
 */
export const saveEventQuery = (
  db: Db,
  identity: { moduleId: number; externalId: string | null },
  before: StoredCall | undefined,
  { call, showTo, withdrawFrom, because }: EventDecision,
  { event, steps, card, notice, route }: EventRecord,
): CompiledQuery<{ id: number }> => {
  const saved = {
    ...columnsOf(call),
    event: JSON.stringify(event),
    steps: JSON.stringify(steps),
    card: JSON.stringify(card),
    showTo,
    notified: notice.users,
    notice: JSON.stringify(notice.content),
    silent: notice.silent,
  }
  return before
    ? changeQuery(db, {
        ...saved,
        id: before.id,
        version: before.version,
        withdrawFrom,
        because,
        stopped: notice.stopped,
      })
    : openingQuery(db, {
        ...saved,
        ...identity,
        phone: call.phone,
        phoneKey: call.phoneKey,
        chosenId: route?.userId ?? null,
        route: route ? JSON.stringify({ result: route.result, candidates: route.candidates }) : null,
      })
}

/** The context of an event or an upload, without the customer, in one statement. */
export type TelephonyContext = {
  modules: TelephonyModule[]
  extensions: Extension[]
  people: TelephonyUser[]
  numbers: ExternalPhone[]
  shop: { id: number; code: string; name: string } | null
}

export type ContextRequest = {
  codes: readonly string[]
  userIds: readonly number[]
  externalKeys: readonly string[]
  site: string
}

/** Modules that may report calls (D-23). */
const MAY_REPORT = sql`active and not frozen and removed_at is null and is_telephony`

export const modulesQuery = preparedStatement<object, TelephonyModule>((db) =>
  sql<TelephonyModule>`select id, code, client_id as "clientId"
    from integration_module where ${MAY_REPORT} order by id`.compile(db),
)

/** Lateral joins: they read a few rows by index; a plain join might read all users of the account. */
export const contextQuery = preparedStatement<ContextRequest, TelephonyContext>((db, param) =>
  sql<TelephonyContext>`
    with named as materialized (
      select e.* from unnest(${param('codes')}::text[]) c(code)
        cross join lateral (select module_id, code, user_id from extension where code = c.code offset 0) e
      union
      select e.* from unnest(${param('userIds')}::bigint[]) u(id)
        cross join lateral (select module_id, code, user_id from extension where user_id = u.id offset 0) e
    ), people as materialized (
      select p.* from (select user_id from named union select unnest(${param('userIds')}::bigint[])) u(id)
        cross join lateral (
          select id, first_name, last_name, patronymic, email, status from app_user where active and id = u.id offset 0) p
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'code', code, 'clientId', client_id) order by id), '[]')
       from integration_module where ${MAY_REPORT}) as modules,
      (select coalesce(jsonb_agg(jsonb_build_object('moduleId', module_id, 'code', code, 'userId', user_id)), '[]')
       from named where user_id in (select id from people)) as extensions,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'firstName', first_name, 'lastName', last_name,
        'patronymic', patronymic, 'email', email, 'status', status)), '[]') from people) as people,
      (select coalesce(jsonb_agg(jsonb_build_object('moduleId', e.module_id, 'number', e.number, 'key', e.phone_key,
        'shopId', s.id, 'shopCode', s.code, 'shopName', s.name) order by e.place), '[]')
       from external_phone e join shop s on s.id = e.shop_id
       where e.phone_key = any(${param('externalKeys')}::text[])) as numbers,
      (select jsonb_build_object('id', id, 'code', code, 'name', name) from shop where code = ${param('site')}) as shop`.compile(
    db,
  ),
)
