import type { Exchange } from '@patchbay/contract/platform/workspace/traffic'
import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { preparedStatement } from '../../lib/db/prepared-statement.ts'
import { storableJson } from '../../lib/text/json.ts'
import type { DayTotal } from './budget-store.ts'

export type NewExchange = Omit<Exchange, 'id' | 'at'> & {
  at: Date
}

/** What one account adds to the log. */
export type AccountPart = {
  accountId: number
  exchanges: readonly NewExchange[]
  /** Requests that are only counted. */
  unlogged: number
}

type AccountTotal = Pick<DayTotal, 'bytes'> & { accountId: number }

const toJson = (accountId: number, exchange: NewExchange): string =>
  storableJson({
    account_id: accountId,
    at: exchange.at,
    direction: exchange.direction,
    module_code: exchange.moduleCode,
    method: exchange.method,
    url: exchange.url,
    status: exchange.status,
    duration_ms: exchange.durationMs,
    ok: exchange.ok,
    result: exchange.result,
    request: exchange.request,
    answer: exchange.answer,
    about: exchange.about,
    purpose: exchange.purpose,
    request_id: exchange.requestId,
    sent: exchange.sent,
    received: exchange.received,
    requests: exchange.requests ?? 1,
  })

type Values = { day: string; rows: string; accounts: number[]; bytes: number[]; unlogged: number[] }

/**
 * D-153: the only statement with rows of several accounts. The value of account_id is what set_config returns, so each row
 * is computed, checked by row-level security and stored while app.account is its own account. PostgreSQL does so row by
 * row; in any other order row-level security would refuse the statement. Closed accounts are left out, by the same
 * condition as in lib/db/one-message.ts. The commit does not wait for the disk.
 */
const insertParts = preparedStatement<Values, AccountTotal>((db, param) => {
  const accounts = sql`${param('accounts')}::integer[]`
  const ownAccount = sql`set_config('app.account', account_id::text, true)::integer`
  const isOpen = sql`account_id <> all ((select accounts from closed)::integer[])`
  return sql<AccountTotal>`
    with closed as materialized (
      select set_config('synchronous_commit', 'off', true), array(
        select account_id from cell.account_gate where account_id = any(${accounts}) and state <> 'draining') as accounts
    ), logged as (
      insert into traffic
        (account_id, at, direction, module_code, method, url, status, duration_ms, ok, result, request, answer, about,
         purpose, request_id, sent, received, requests)
      select ${ownAccount}, at, direction, module_code, method, url, status, duration_ms, ok, result, request, answer, about,
        purpose, request_id, sent, received, requests
      from json_to_recordset(${param('rows')}::json) as row (
        account_id integer, at timestamptz, direction text, module_code text, method text, url text, status integer,
        duration_ms integer, ok boolean, result jsonb, request text, answer text, about text, purpose jsonb,
        request_id text, sent jsonb, received jsonb, requests integer)
      where ${isOpen}
    )
    insert into traffic_day as total (account_id, day, bytes, unlogged)
    select ${ownAccount}, ${param('day')}::date, bytes, unlogged
    from unnest(${accounts}, ${param('bytes')}::bigint[], ${param('unlogged')}::bigint[]) as row (account_id, bytes, unlogged)
    where ${isOpen}
    on conflict (account_id, day) do update
      set bytes = total.bytes + excluded.bytes, unlogged = total.unlogged + excluded.unlogged
    returning account_id as "accountId", bytes`.compile(db)
})

/** Returns the totals of the day, of each account that is open. */
export const exchangesInsert = (db: Db, parts: readonly AccountPart[], day: string): CompiledQuery<AccountTotal> => {
  // In one order everywhere: servers that write the same accounts must not wait for each other's rows in a circle.
  const sorted = parts.toSorted((one, other) => one.accountId - other.accountId)
  const rows = sorted.map(({ accountId, exchanges }) => exchanges.map((exchange) => toJson(accountId, exchange)))
  return insertParts(db, {
    day,
    rows: `[${rows.flat().join(',')}]`,
    accounts: sorted.map(({ accountId }) => accountId),
    bytes: rows.map((texts) => texts.reduce((sum, text) => sum + text.length, 0)),
    unlogged: sorted.map(({ unlogged }) => unlogged),
  })
}
