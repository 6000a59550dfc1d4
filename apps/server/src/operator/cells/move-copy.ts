import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type AccountTable, listAccountTables } from '../../lib/db/account-tables.ts'
import { inTransaction, JOBS_OF } from './move-store.ts'

// The rows and jobs of one account, from one cell to another.

/** The flip writes it: the cell that has the row has the account. */
const NOT_COPIED = ['account_host']

export const listMovedTables = async (client: pg.Client): Promise<AccountTable[]> => {
  const tables = await listAccountTables(async (text, values) => (await client.query(text, [...(values ?? [])])).rows)
  return tables.filter(({ name }) => !NOT_COPIED.includes(name))
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

const columnsOf = ({ columns }: AccountTable): string =>
  columns
    .filter(({ generated }) => !generated)
    .map(({ name }) => quote(name))
    .join(', ')

const copyRows = async (source: pg.Client, target: pg.Client, select: string, into: string): Promise<void> => {
  await pipeline(
    source.query(copyTo(`copy (${select}) to stdout (format binary)`)),
    target.query(copyFrom(`copy ${into} from stdin (format binary)`)),
  ).catch((error) => {
    // What one side still sends is read by nobody: a statement after it would wait for ever.
    for (const client of [source, target]) void client.end().catch(() => undefined)
    throw error
  })
}

const jobColumns = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query(
    `select attname as name from pg_attribute where attrelid = 'pgboss.job'::regclass and attnum > 0 and not attisdropped
       and attname not in ('state', 'started_on', 'completed_on', 'heartbeat_on', 'output') order by attnum`,
  )
  return rows.map(({ name }) => quote(name))
}

/** Triggers and foreign keys do not run: counts and the like arrive as rows. */
const AS_REPLICA = 'set local session_replication_role = replica'

const deleteRows = async (client: pg.Client, tables: readonly AccountTable[], accountId: number): Promise<void> => {
  for (const { name, accountColumn } of tables.toReversed())
    await client.query(`delete from ${quote(name)} where ${accountColumn} = $1`, [accountId])
  await client.query(`delete from pgboss.job where ${JOBS_OF}`, [accountId])
}

/** Deletes the rows that the cell has of the account, in one transaction. */
export const purgeAccount = async (
  client: pg.Client,
  accountId: number,
  alongWith: () => Promise<void> = async () => undefined,
): Promise<void> => {
  const tables = await listMovedTables(client)
  await inTransaction(client, async () => {
    await alongWith()
    await client.query(AS_REPLICA)
    await deleteRows(client, tables, accountId)
  })
}

/** Whether rows of the account name files. */
export const namesFiles = async (client: pg.Client, accountId: number): Promise<boolean> =>
  (await client.query('select from file where account_id = $1 limit 1', [accountId])).rowCount === 1

/** The tables in which the cell has rows of the account. */
export const listTablesWithRows = async (client: pg.Client, accountId: number): Promise<string[]> => {
  const tables = await listMovedTables(client)
  const found: string[] = []
  for (const { name, accountColumn } of tables) {
    const { rowCount } = await client.query(`select from ${quote(name)} where ${accountColumn} = $1 limit 1`, [
      accountId,
    ])
    if (rowCount) found.push(name)
  }
  return found
}

const jobsOf = (accountId: number): string => JOBS_OF.replace('$1::text', `'${accountId}'`)

const copyJobRows = async (source: pg.Client, target: pg.Client, accountId: number): Promise<void> => {
  const columns = (await jobColumns(source)).join(', ')
  const jobs = `select ${columns} from pgboss.job where ${jobsOf(accountId)}`
  await copyRows(source, target, jobs, `pgboss.job (${columns})`)
}

/** In one transaction at the target: a mover that is killed leaves nothing there, and one that repeats begins anew. */
const copyInSnapshot = async (source: pg.Client, target: pg.Client, copy: () => Promise<void>): Promise<void> =>
  inTransaction(source, () => inTransaction(target, copy), 'begin isolation level repeatable read, read only')

export const copyAccount = async (source: pg.Client, target: pg.Client, accountId: number): Promise<void> => {
  const tables = await listMovedTables(source)
  await copyInSnapshot(source, target, async () => {
    await target.query(AS_REPLICA)
    await deleteRows(target, tables, accountId)
    for (const table of tables) {
      const [names, own] = [columnsOf(table), `${table.accountColumn} = ${accountId}`]
      await copyRows(
        ...([source, target] as const),
        `select ${names} from ${quote(table.name)} where ${own}`,
        `${quote(table.name)} (${names})`,
      )
    }
    await copyJobRows(source, target, accountId)
  })
}

/** Alone, where the rows were replicated: the account of a job is in its payload, by which nothing can be published. */
export const copyJobs = (source: pg.Client, target: pg.Client, accountId: number): Promise<void> =>
  copyInSnapshot(source, target, async () => {
    await target.query(`delete from pgboss.job where ${jobsOf(accountId)}`)
    await copyJobRows(source, target, accountId)
  })

/** Room for what others take from the sequence in the same moment. */
const STEP = 1_000

/**
 * An id is unique within its account, so the target's sequences must be past the account's ids. One that already is stays:
 * setting it could take back what others were given. Ids of accounts come from a range of each cell.
 */
export const raiseSequences = async (source: pg.Client, target: pg.Client): Promise<void> => {
  for (const { name, sequence } of await listMovedTables(source)) {
    if (!sequence || name === 'account') continue
    const { rows } = await source.query(`select last_value::text as last from ${sequence}`)
    await target.query(
      `select setval('${sequence}', $1::bigint + ${STEP}) where (select last_value from ${sequence}) <= $1::bigint`,
      [rows[0].last],
    )
  }
}

type Sum = { rows: number; sum: string }

const sumOf = async (client: pg.Client, table: AccountTable, accountId: number): Promise<Sum> => {
  const { rows } = await client.query(
    `select count(*)::int as rows, coalesce(sum(hashtextextended(row(${columnsOf(table)})::text, 0)::numeric), 0)::text as sum
     from ${quote(table.name)} where ${table.accountColumn} = $1`,
    [accountId],
  )
  return rows[0]
}

export type Comparison = { tables: number; rows: number; differing: string[] }

/** The count and a checksum of the rows of each table, on both sides. */
export const compareAccount = async (source: pg.Client, target: pg.Client, accountId: number): Promise<Comparison> => {
  const tables = await listMovedTables(source)
  const differing: string[] = []
  let rows = 0
  for (const table of tables) {
    const [here, there] = await Promise.all([sumOf(source, table, accountId), sumOf(target, table, accountId)])
    rows += here.rows
    if (here.rows !== there.rows || here.sum !== there.sum) differing.push(table.name)
  }
  return { tables: tables.length, rows, differing }
}
