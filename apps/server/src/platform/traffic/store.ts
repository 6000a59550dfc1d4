import type { Exchange } from '@patchbay/contract/platform/workspace/traffic'
import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { TracedExchange } from './view.ts'

export type NewExchange = Omit<Exchange, 'id' | 'at'> & {
  at: Date
  /** call/17, invoice/<uuid>, message/55: what the trace of it finds the request by. */
  about?: string
}

/** One statement whatever their number: a list of values of each length would be a statement of its own to plan. */
export const exchangesInsert = (db: Db, exchanges: readonly NewExchange[]): CompiledQuery<unknown> => {
  const rows = exchanges.map((exchange) => ({
    at: exchange.at,
    direction: exchange.direction,
    module_code: exchange.moduleCode,
    method: exchange.method,
    url: exchange.url,
    status: exchange.status,
    duration_ms: exchange.durationMs,
    ok: exchange.ok,
    verdict: exchange.verdict.slice(0, 500),
    request: exchange.request,
    answer: exchange.answer,
    about: exchange.about,
  }))
  return sql`
    insert into traffic (at, direction, module_code, method, url, status, duration_ms, ok, verdict, request, answer, about)
    select at, direction, module_code, method, url, status, duration_ms, ok, verdict, request, answer, about
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (
      at timestamptz, direction text, module_code text, method text, url text, status integer, duration_ms integer,
      ok boolean, verdict text, request text, answer text, about text)`.compile(db)
}

export type TrafficFilter = { module?: string; before?: number; onlyFailed?: boolean }

const COLUMNS = [
  'id',
  'at',
  'direction',
  'module_code',
  'method',
  'url',
  'status',
  'duration_ms',
  'ok',
  'verdict',
  'request',
  'answer',
] as const

type Row = Awaited<ReturnType<typeof selectRow>>
const selectRow = (db: Db) => db.selectFrom('traffic').select(COLUMNS).executeTakeFirstOrThrow()

const toExchange = (row: Row): Exchange => ({
  id: row.id,
  at: row.at.toISOString(),
  direction: row.direction as Exchange['direction'],
  ...(row.module_code !== null && { moduleCode: row.module_code }),
  method: row.method,
  url: row.url,
  ...(row.status !== null && { status: row.status }),
  durationMs: row.duration_ms,
  ok: row.ok,
  verdict: row.verdict,
  ...(row.request !== null && { request: row.request }),
  ...(row.answer !== null && { answer: row.answer }),
})

export const findExchange = async (db: Db, id: number): Promise<Exchange | undefined> => {
  const row = await db.selectFrom('traffic').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && toExchange(row)
}

export const listExchanges = async (db: Db, filter: TrafficFilter): Promise<Exchange[]> => {
  let query = db.selectFrom('traffic').select(COLUMNS).orderBy('id', 'desc').limit(100)
  if (filter.module) query = query.where('module_code', '=', filter.module)
  if (filter.before) query = query.where('id', '<', filter.before)
  if (filter.onlyFailed) query = query.where('ok', '=', false)
  return (await query.execute()).map(toExchange)
}

/** The requests about one thing, the oldest first. */
export const listExchangesAbout = async (db: Db, about: string): Promise<TracedExchange[]> => {
  const rows = await db
    .selectFrom('traffic')
    .select(['id', 'at', 'direction', 'method', 'url', 'duration_ms', 'ok', 'verdict'])
    .where('about', '=', about)
    .orderBy('id')
    .limit(500)
    .execute()
  return rows.map(({ duration_ms, direction, ...row }) => ({
    ...row,
    direction: direction as Exchange['direction'],
    durationMs: duration_ms,
  }))
}

export type ModuleTraffic = {
  moduleCode: string
  last: { at: Date; ok: boolean; verdict: string }
  exchanges: number
  failed: number
  medianMs: number
  since: Date
}

const LOOK_BACK = 200

/** How the latest exchanges of each of these modules went: a bounded stretch of the index per module. */
export const listModuleTraffic = async (db: Db, moduleCodes: readonly string[]): Promise<ModuleTraffic[]> => {
  type Row = { code: string; at: Date; ok: boolean; verdict: string; exchanges: number; failed: number; median: number }
  const { rows } = await sql<Row & { since: Date }>`
    select code, recent.*
    from unnest(${moduleCodes}::text[]) code
    cross join lateral (
      select (array_agg(at order by id desc))[1] as at, (array_agg(ok order by id desc))[1] as ok,
             (array_agg(verdict order by id desc))[1] as verdict, count(*)::integer as exchanges,
             (count(*) filter (where not ok))::integer as failed, min(at) as since,
             (percentile_disc(0.5) within group (order by duration_ms))::integer as median
      from (select id, at, ok, verdict, duration_ms from traffic where module_code = code
            order by id desc limit ${LOOK_BACK}) latest
    ) recent
    where recent.exchanges > 0`.execute(db)
  return rows.map(({ code, at, ok, verdict, median, ...rest }) => ({
    moduleCode: code,
    last: { at, ok, verdict },
    medianMs: median,
    ...rest,
  }))
}

/** Deletes what is older, in bites that hold no lock for long; false when nothing was left. */
export const deleteExchangesBefore = async (db: Db, at: Date): Promise<boolean> => {
  const old = db.selectFrom('traffic').select('id').where('at', '<', at).limit(5_000)
  const [result] = await db.deleteFrom('traffic').where('id', 'in', old).execute()
  return Number(result?.numDeletedRows ?? 0) > 0
}
