import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { type Param, preparedStatement } from '../../lib/db/prepared-statement.ts'
import type { Call, TelephonyUser } from '../calls/rules.ts'
import { CALL_COLUMNS, type CallRow, columnsOf, isOpen, type StoredCall } from '../calls/store.ts'
import type { Extension, ExternalPhone } from '../settings/store.ts'
import type { TelephonyModule } from './rules.ts'

// An event of the exchange: the calls that it may speak of, and everything that it changed.

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

/** D-22: the calls that an event may speak of: by its id; and a hangup by those that are open with its number. */
export const candidateCallsQuery = (db: Db, type: string, meant: CandidateCalls): CompiledQuery<CallRow> =>
  type === 'hangup' ? callByIdOrNumber(db, meant) : callById(db, meant)

export type Step = {
  step: string
  ok: boolean
  ms: number
  says: string
  /** Whom the step is about: those named, those away, those who see the card. */
  who?: readonly { userId?: number; code?: string }[]
}

export type EventOutcome = {
  event: unknown
  steps: readonly Step[]
  card: unknown
  ringsAt: readonly number[]
  withdrawnFrom: readonly number[]
  because: string
}

type SavedEvent = ReturnType<typeof columnsOf> & {
  event: string
  steps: string
  card: string
  ringsAt: readonly number[]
}
type Opening = SavedEvent & { moduleId: number; externalId: string | null; phone: string; phoneKey: string }
type Change = SavedEvent & { id: number; version: number; withdrawnFrom: readonly number[]; because: string }

const eventColumns = (param: Param<SavedEvent>) =>
  sql`insert into call_event (call_id, event, steps)
    select id, ${param('event')}::jsonb, ${param('steps')}::jsonb from saved`
const shown = (param: Param<SavedEvent>) =>
  sql`insert into call_card (call_id, user_id) select id, unnest(${param('ringsAt')}::bigint[]) from saved`

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
    ), heard as (${eventColumns(param)}), shown as (${shown(param)})
    select id from saved`.compile(db),
)

/**
 * Cards are closed whether they are open or not: asked for open ones, PostgreSQL would go through the index of all that
 * are open in the account.
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
    ), heard as (${eventColumns(param)}), shown as (
      ${shown(param)}
      on conflict (account_id, call_id, user_id) do update set closed_at = null, closed_because = null, sent_at = now()
        where call_card.closed_at is not null
    ), closed as (
      update call_card set closed_at = coalesce(closed_at, now()),
        closed_because = coalesce(closed_because, ${param('because')})
      where call_id = ${param('id')} and user_id = any(${param('withdrawnFrom')}::bigint[])
    )
    select coalesce((select id from saved), overtaken()) as id`.compile(db),
)

/**
 * Everything that an event changed, in one statement. A call that was not there is opened: if another event opened it
 * meanwhile, the key of its id is taken. One that was there is changed as it was read: if it no longer is, PostgreSQL
 * ends the transaction. Either way the event has to be heard again.
 */
export const saveEventQuery = (
  db: Db,
  identity: { moduleId: number; externalId: string | null },
  before: StoredCall | undefined,
  call: Call,
  { ringsAt, withdrawnFrom, because, ...outcome }: EventOutcome,
): CompiledQuery<{ id: number }> => {
  const saved = {
    ...columnsOf(call),
    event: JSON.stringify(outcome.event),
    steps: JSON.stringify(outcome.steps),
    card: JSON.stringify(outcome.card),
    ringsAt,
  }
  return before
    ? changeQuery(db, { ...saved, id: before.id, version: before.version, withdrawnFrom, because })
    : openingQuery(db, { ...saved, ...identity, phone: call.phone, phoneKey: call.phoneKey })
}

/** All that an event or a lookup needs to know beside the customer, read in one go. */
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

/** Modules that may speak of calls (D-23). */
export const SPEAKING = sql`active and not frozen and removed_at is null and is_telephony`

/** Lateral throughout: a handful by index, however many there are; a join might read all people of the account. */
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
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'code', code, 'clientId', client_id, 'apiKeyId', api_key_id) order by id), '[]')
       from integration_module where ${SPEAKING}) as modules,
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
