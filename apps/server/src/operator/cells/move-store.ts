import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Cell } from './cells-file.ts'
import type { MoveState } from './move-rules.ts'

// SQL on the gates and moves of a cell, as the role for moves.

/** The cells of a move, and connections to their databases as the role for moves. */
export type Sides = { source: pg.Client; target: pg.Client; from: Cell; to: Cell }

export type Move = {
  id: string
  accountId: number
  toCell: string
  hosts: string[]
  state: MoveState
  frozenAt: Date | null
  openedAt: Date | null
}

type MoveRow = {
  id: string
  account_id: number
  to_cell: string
  hosts: string[]
  state: MoveState
  frozen_at: Date | null
  opened_at: Date | null
}

const toMove = (row: MoveRow): Move => ({
  id: row.id,
  accountId: row.account_id,
  toCell: row.to_cell,
  hosts: row.hosts,
  state: row.state,
  frozenAt: row.frozen_at,
  openedAt: row.opened_at,
})

/**
 * A connection as the role for moves. Without BYPASSRLS a copy would be empty without an error: row_security = off makes
 * it one. Times as text are compared between cells, hence UTC.
 */
export const openMover = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'patchbay mover',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options: '-c row_security=off -c timezone=UTC -c lock_timeout=10s',
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export const inTransaction = async <T>(client: pg.Client, work: () => Promise<T>, begin = 'begin'): Promise<T> => {
  await client.query(begin)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const LOCK = 7_281

/** One mover per account. The lock ends with the connection, so a killed mover keeps nobody out. */
export const lockMove = async (client: pg.Client, accountId: number): Promise<void> => {
  const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as locked', [LOCK, accountId])
  if (!rows[0].locked) throw new Error('another process is moving this account')
}

export const findAccountByHost = async (client: pg.Client, host: string): Promise<number | undefined> => {
  const { rows } = await client.query('select account_id from account_host where host = $1', [host])
  return rows[0]?.account_id
}

export const listHosts = async (client: pg.Client, accountId: number): Promise<string[]> => {
  const { rows } = await client.query('select host from account_host where account_id = $1 order by host', [accountId])
  return rows.map(({ host }) => host)
}

const MOVE = 'select id, account_id, to_cell, hosts, state, frozen_at, opened_at from cell.account_move'

/** The move out of this cell that is not over, by host or account. */
export const findOpenMove = async (
  client: pg.Client,
  by: { host: string } | { accountId: number },
): Promise<Move | undefined> => {
  const [where, value] = 'host' in by ? ['$1 = any(hosts)', by.host] : ['account_id = $1', by.accountId]
  const { rows } = await client.query(`${MOVE} where ${where} and state not in ('done', 'aborted')`, [value])
  return rows[0] && toMove(rows[0])
}

export const listMoves = async (client: pg.Client): Promise<Move[]> => {
  const { rows } = await client.query(`${MOVE} order by started_at`)
  return rows.map(toMove)
}

export const insertMove = async (client: pg.Client, move: Pick<Move, 'id' | 'accountId' | 'toCell' | 'hosts'>) => {
  await client.query(
    `insert into cell.account_move (account_id, id, to_cell, hosts, state) values ($1, $2, $3, $4, 'planned')`,
    [move.accountId, move.id, move.toCell, move.hosts],
  )
}

/** Compare and set: fails when the move is not in the state that the mover believes. */
export const updateState = async (client: pg.Client, move: Move, to: MoveState): Promise<void> => {
  const { rowCount } = await client.query(
    `update cell.account_move set state = $3, changed_at = now(),
       frozen_at = case when $3 = 'frozen' then now() else frozen_at end,
       opened_at = case when $3 = 'opened' then now() else opened_at end
     where account_id = $1 and id = $2 and state = $4`,
    [move.accountId, move.id, to, move.state],
  )
  if (rowCount !== 1) throw new Error(`the move is not ${move.state} any more`)
}

/** Closes the account at the target before anything is there. */
export const insertComing = async (client: pg.Client, move: Move): Promise<void> => {
  const { rowCount } = await client.query(
    `insert into cell.account_gate (account_id, state, move_id) values ($1, 'coming', $2)
     on conflict (account_id) do update set state = 'coming', move_id = $2, was_gone = true, since = now()
       where account_gate.state = 'gone' or account_gate.move_id = $2`,
    [move.accountId, move.id],
  )
  if (rowCount !== 1) throw new Error('the target has a gate of another move for this account')
}

/** Whether the target is closed by this move, so that all rows of the account there are its copy. */
export const isComing = async (client: pg.Client, move: Move): Promise<boolean> => {
  const { rowCount } = await client.query(
    `select from cell.account_gate where account_id = $1 and move_id = $2 and state = 'coming'`,
    [move.accountId, move.id],
  )
  return rowCount === 1
}

/** After an abort: as it was before. */
export const deleteComing = async (client: pg.Client, move: Move): Promise<void> => {
  const own = [move.accountId, move.id]
  await client.query(
    `update cell.account_gate set state = 'gone' where account_id = $1 and move_id = $2 and state = 'coming' and was_gone`,
    own,
  )
  await client.query(
    `delete from cell.account_gate where account_id = $1 and move_id = $2 and state = 'coming' and not was_gone`,
    own,
  )
}

/** The gate at the source; each change says which move it belongs to. */
export const upsertSourceGate = async (client: pg.Client, move: Move, state: 'draining' | 'frozen'): Promise<void> => {
  const { rowCount } = await client.query(
    `insert into cell.account_gate (account_id, state, move_id, to_cell) values ($1, $3, $2, $4)
     on conflict (account_id) do update set state = $3, since = now() where account_gate.move_id = $2`,
    [move.accountId, move.id, state, move.toCell],
  )
  if (rowCount !== 1) throw new Error('the source has a gate of another move for this account')
}

export const deleteSourceGate = async (client: pg.Client, move: Move): Promise<void> => {
  await client.query(
    `delete from cell.account_gate where account_id = $1 and move_id = $2 and state in ('draining', 'frozen')`,
    [move.accountId, move.id],
  )
}

/** The decision, in the transaction that also changes the state: the account is gone from here, with its host names. */
export const closeSource = async (client: pg.Client, move: Move, hosts: readonly string[]): Promise<void> => {
  const { rowCount } = await client.query(
    `update cell.account_gate set state = 'gone', hosts = $3, since = now() where account_id = $1 and move_id = $2 and state = 'frozen'`,
    [move.accountId, move.id, hosts],
  )
  if (rowCount !== 1) throw new Error('the source is not frozen by this move')
  await client.query('delete from account_host where account_id = $1', [move.accountId])
  await client.query('update lane set next_at = null where account_id = $1', [move.accountId])
  await client.query(`delete from pgboss.job where ${JOBS_OF}`, [move.accountId])
  await client.query('update cell.account_move set hosts = $3 where account_id = $1 and id = $2', [
    ...[move.accountId, move.id, hosts],
  ])
}

/** Repeatable: when the account is open already, nothing happens. */
export const openTarget = async (client: pg.Client, move: Move): Promise<void> => {
  const { rowCount } = await client.query('delete from cell.account_gate where account_id = $1 and move_id = $2', [
    ...[move.accountId, move.id],
  ])
  if (rowCount === 0) return
  await client.query(
    `insert into account_host (host, account_id) select unnest($2::text[]), $1 on conflict (host) do nothing`,
    [move.accountId, move.hosts],
  )
  // A lease of a worker of the old cell: it ended there, and is claimed here at once.
  await client.query(
    `update lane set next_at = now(), held_until = null, fence = fence + 1 where account_id = $1 and held_until is not null`,
    [move.accountId],
  )
}

/** Lanes that a worker of the source still serves. */
export const countHeldLanes = async (client: pg.Client, accountId: number): Promise<number> => {
  const { rows } = await client.query(
    'select count(*)::int as held from lane where account_id = $1 and held_until > now()',
    [accountId],
  )
  return rows[0].held
}

/** The database's clock; transactions that began later see everything that was committed before. */
export const readClock = async (client: pg.Client): Promise<string> =>
  // As text: a Date has no microseconds.
  (await client.query('select clock_timestamp()::text as now')).rows[0].now

/** Transactions of the app that may not have seen the gate: they began before it was closed. */
export const countOlderTransactions = async (client: pg.Client, than: string): Promise<number> => {
  const { rows } = await client.query(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
       and xact_start <= $1::timestamptz and pg_has_role(usesysid, 'patchbay_app', 'member') and not
       exists (select from pg_roles where oid = usesysid and (rolsuper or rolbypassrls))`,
    [than],
  )
  return rows[0].open
}

/** pg-boss keeps the account in the payload. */
export const JOBS_OF = `data ->> 'accountId' = $1::text and state in ('created', 'retry', 'active')`

/** Whether the role sees all rows, and when the transactions of others began. */
export const canMove = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query(
    `select (rolbypassrls or rolsuper) and (rolsuper or pg_has_role(oid, 'pg_read_all_stats', 'usage')) as able
     from pg_roles where rolname = current_user`,
  )
  return rows[0].able
}

export type CellFacts = { name: string; keyDigest: string; migrations: string[] }

export const readFacts = async (client: pg.Client): Promise<CellFacts> => {
  const { rows } = await client.query(`select name, encode(key_digest, 'hex') as digest from cell.installation`)
  if (!rows[0]) throw new Error('one of the databases is not a cell yet: run patchbay cell init there')
  const migrations = await client.query('select name from migration.kysely_migration order by name')
  return {
    name: rows[0].name,
    keyDigest: rows[0].digest,
    migrations: migrations.rows.map(({ name }) => name),
  }
}

/** A digest of SECRET_KEY by which two cells know whether they have the same. */
export const digestOfKey = (secretKey: Buffer): Buffer =>
  createHash('sha256').update('patchbay cell').update(secretKey).digest()
