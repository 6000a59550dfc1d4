import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { Rows } from './bulk-rows.ts'

const ROWS_A_CHUNK = 500

/** The text format of COPY. The generated values contain neither tabs nor backslashes. */
function* chunks(rows: Rows): Generator<string> {
  let lines: string[] = []
  for (const row of rows) {
    lines.push(row.map((value) => (value === null ? '\\N' : String(value))).join('\t'))
    if (lines.length < ROWS_A_CHUNK) continue
    yield `${lines.join('\n')}\n`
    lines = []
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}

const copyAll = async (client: pg.ClientBase, table: string, columns: string[], rows: Rows): Promise<void> => {
  const stream = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(chunks(rows), { objectMode: true, highWaterMark: 4 }), stream)
}

/** The indexes of a table that belong to no constraint, with the statements that create them. */
const looseIndexes = async (client: pg.ClientBase, table: string): Promise<{ name: string; made: string }[]> => {
  const { rows } = await client.query(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as made
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and not exists (select from pg_constraint x where x.conindid = i.indexrelid)`,
    [table],
  )
  return rows
}

/**
 * Inserts rows with COPY, which row-level security allows to a superuser only. For an empty table the indexes are
 * created afterwards, which is several times faster; all in one transaction, so that a failed run leaves the table
 * unchanged.
 */
export const copyRows = async (client: pg.ClientBase, table: string, columns: string[], rows: Rows): Promise<void> => {
  const { rowCount } = await client.query(`select from ${table} limit 1`)
  if (rowCount) return copyAll(client, table, columns, rows)
  const indexes = await looseIndexes(client, table)
  await client.query('begin')
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await copyAll(client, table, columns, rows)
  await client.query(`set local maintenance_work_mem = '1GB'`)
  for (const { made } of indexes) await client.query(made)
  await client.query('commit')
}

/** Reserves ids from the table's sequence; returns the first. */
export const reserveIds = async (client: pg.ClientBase, table: string, count: number): Promise<number> => {
  const { rows } = await client.query(
    `select setval(pg_get_serial_sequence($1, 'id'), nextval(pg_get_serial_sequence($1, 'id')) + $2) - $2 as first`,
    [table, count],
  )
  return Number(rows[0].first)
}
