// Where PostgreSQL's time goes: the statements that took most of it (pg_stat_statements).
import type pg from 'pg'

const MOST = 3

export type StatementCost = { share: number; rows_per_call: number; pages_per_call: number; statement: string }

/** Of the app's statements while the work runs. */
export const explainCost = async (admin: pg.Client, work: () => Promise<unknown>): Promise<StatementCost[]> => {
  await admin.query('select pg_stat_statements_reset()')
  await work()
  const { rows } = await admin.query<StatementCost>(
    `select round((total_exec_time / sum(total_exec_time) over ())::numeric, 2)::float as share,
       round(rows::numeric / calls, 1)::float as rows_per_call,
       round((shared_blks_hit + shared_blks_read)::numeric / calls, 1)::float as pages_per_call,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 100) as statement
     from pg_stat_statements where userid = 'patchbay'::regrole order by total_exec_time desc limit ${MOST}`,
  )
  return rows
}
