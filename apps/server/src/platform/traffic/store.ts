import type {
  Exchange,
  ExchangePurpose,
  ExchangeResult,
  WireMessage,
} from '@patchbay/contract/platform/workspace/traffic'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { storedResult } from './rules.ts'
import type { TracedExchange } from './view.ts'

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
  'result',
  'request',
  'answer',
  'about',
  'purpose',
  'request_id',
  'sent',
  'received',
  'requests',
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
  result: storedResult(row),
  ...(row.request !== null && { request: row.request }),
  ...(row.answer !== null && { answer: row.answer }),
  ...(row.about !== null && { about: row.about }),
  ...(row.purpose !== null && { purpose: row.purpose as ExchangePurpose }),
  ...(row.request_id !== null && { requestId: row.request_id }),
  ...(row.sent !== null && { sent: row.sent as WireMessage }),
  ...(row.received !== null && { received: row.received as WireMessage }),
  ...(row.requests > 1 && { requests: row.requests }),
})

export const findExchange = async (db: Db, id: number): Promise<Exchange | undefined> => {
  const row = await db.selectFrom('traffic').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && toExchange(row)
}

export const EXCHANGES_PER_PAGE = 100

export const listExchanges = async (db: Db, filter: TrafficFilter): Promise<Exchange[]> => {
  let query = db.selectFrom('traffic').select(COLUMNS).orderBy('id', 'desc').limit(EXCHANGES_PER_PAGE)
  if (filter.module) query = query.where('module_code', '=', filter.module)
  if (filter.before) query = query.where('id', '<', filter.before)
  if (filter.onlyFailed) query = query.where('ok', '=', false)
  return (await query.execute()).map(toExchange)
}

/** What a module sent and received after an id, the oldest first; without an id the latest few. */
export const listExchangesSince = async (db: Db, module: string, sinceId: number | undefined): Promise<Exchange[]> => {
  const query = db.selectFrom('traffic').select(COLUMNS).where('module_code', '=', module)
  if (sinceId === undefined) return (await query.orderBy('id', 'desc').limit(10).execute()).map(toExchange).reverse()
  const rows = await query.where('id', '>', sinceId).orderBy('id').limit(EXCHANGES_PER_PAGE).execute()
  return rows.map(toExchange)
}

/** The requests about one thing, the oldest first. */
export const listExchangesAbout = async (db: Db, about: string): Promise<TracedExchange[]> => {
  const rows = await db
    .selectFrom('traffic')
    .select(['id', 'at', 'direction', 'method', 'url', 'duration_ms', 'ok', 'verdict', 'result'])
    .where('about', '=', about)
    .orderBy('id')
    .limit(500)
    .execute()
  return rows.map(({ duration_ms, direction, verdict, result, ...row }) => ({
    ...row,
    result: storedResult({ verdict, result }),
    direction: direction as Exchange['direction'],
    durationMs: duration_ms,
  }))
}

export type ModuleTraffic = {
  moduleCode: string
  last: { at: Date; ok: boolean; result: ExchangeResult }
  exchanges: number
  failed: number
  medianMs: number
  since: Date
}

const RECENT = 200

/** Statistics over the latest exchanges of each module; reads a bounded range of the index per module. */
export const listModuleTraffic = async (db: Db, moduleCodes: readonly string[]): Promise<ModuleTraffic[]> => {
  type Last = { at: Date; ok: boolean; verdict: string; result: unknown }
  type Row = Last & { code: string; exchanges: number; failed: number; median: number }
  const { rows } = await sql<Row & { since: Date }>`
    select code, recent.*
    from unnest(${moduleCodes}::text[]) code
    cross join lateral (
      select (array_agg(at order by id desc))[1] as at, (array_agg(ok order by id desc))[1] as ok,
             (array_agg(verdict order by id desc))[1] as verdict,
             (array_agg(result order by id desc))[1] as result, count(*)::integer as exchanges,
             (count(*) filter (where not ok))::integer as failed, min(at) as since,
             (percentile_disc(0.5) within group (order by duration_ms))::integer as median
      from (select id, at, ok, verdict, result, duration_ms from traffic where module_code = code
            order by id desc limit ${RECENT}) latest
    ) recent
    where recent.exchanges > 0`.execute(db)
  return rows.map(({ code, at, ok, verdict, result, median, ...rest }) => ({
    moduleCode: code,
    last: { at, ok, result: storedResult({ verdict, result }) },
    medianMs: median,
    ...rest,
  }))
}

/** Deletes one batch, so that no lock is held for long; false when nothing was left. */
export const deleteExchangesBefore = async (db: Db, at: Date, most: number): Promise<number> => {
  const old = db.selectFrom('traffic').select('id').where('at', '<', at).orderBy('at').limit(most)
  const [result] = await db.deleteFrom('traffic').where('id', 'in', old).execute()
  return Number(result?.numDeletedRows ?? 0)
}
