import type pg from 'pg'
import type { RunQuery } from '../../lib/db/account-tables.ts'

/** Statements on one connection, as `listAccountTables` wants them. */
export const runOn =
  (client: pg.Client): RunQuery =>
  async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Row[]
