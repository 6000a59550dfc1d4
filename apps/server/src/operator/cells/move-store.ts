import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { describeHolder, MIGRATION_LOCK } from '../session-locks.ts'
import type { Cell } from './cells-file.ts'
import type { MoveState } from './move-rules.ts'

// SQL on the moves of a cell, as the role for moves. Its gates: gate-store.ts.

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
  /** A pattern of the names of slots with which the target copies single tables. */
  syncSlots: string | null
  /** Of a move that was aborted: neither cell has anything left of it. */
  cleaned: boolean
  /** Changes at the target are to flow back, until the old rows are deleted. */
  wayBack: boolean
}

type MoveRow = {
  id: string
  account_id: number
  to_cell: string
  hosts: string[]
  state: MoveState
  frozen_at: Date | null
  opened_at: Date | null
  sync_slots: string | null
  cleaned: boolean
  way_back: boolean
}

const toMove = (row: MoveRow): Move => ({
  id: row.id,
  accountId: row.account_id,
  toCell: row.to_cell,
  hosts: row.hosts,
  state: row.state,
  frozenAt: row.frozen_at,
  openedAt: row.opened_at,
  syncSlots: row.sync_slots,
  cleaned: row.cleaned,
  wayBack: row.way_back,
})

const SETTINGS = {
  row_security: 'off',
  timezone: 'UTC',
  lock_timeout: '10s',
  // The locks of a mover that has died must not last as long as its statement, ...
  client_connection_check_interval: '1s',
  // ... and those of one whose machine vanished not for the two hours after which the system would notice.
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: '20s',
}

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
    options: Object.entries(SETTINGS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
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
export const tryLockMove = async (client: pg.Client, accountId: number): Promise<boolean> =>
  (await client.query('select pg_try_advisory_lock($1, $2) as locked', [LOCK, accountId])).rows[0].locked

export const lockMove = async (client: pg.Client, accountId: number): Promise<void> => {
  if (await tryLockMove(client, accountId)) return
  const holder = await describeHolder(client, LOCK, accountId)
  throw new Error(
    `another process is moving this account (${holder}): let it end, or end it. If its machine vanished, PostgreSQL notices within half a minute`,
  )
}

/** A migration that has just ended, or was refused because of a move, holds its lock for a moment more. */
const MIGRATION_TRIES = 10
const MIGRATION_POLL_MS = 200

/** To the end of the connection: no migration of the cell begins meanwhile. */
export const shareMigrationLock = async (client: pg.Client, cell: string): Promise<void> => {
  for (let tries = 1; ; tries++) {
    const { rows } = await client.query('select pg_try_advisory_lock_shared($1) as locked', [MIGRATION_LOCK])
    if (rows[0].locked) return
    if (tries === MIGRATION_TRIES) break
    await setTimeout(MIGRATION_POLL_MS)
  }
  const holder = await describeHolder(client, MIGRATION_LOCK)
  throw new Error(`a migration is running in the cell ${cell} (${holder}): run this again when it has ended`)
}

export const findAccountByHost = async (client: pg.Client, host: string): Promise<number | undefined> => {
  const { rows } = await client.query('select account_id from account_host where host = $1', [host])
  return rows[0]?.account_id
}

export const listHosts = async (client: pg.Client, accountId: number): Promise<string[]> => {
  const { rows } = await client.query('select host from account_host where account_id = $1 order by host', [accountId])
  return rows.map(({ host }) => host)
}

const MOVE =
  'select id, account_id, to_cell, hosts, state, frozen_at, opened_at, sync_slots, cleaned, way_back from cell.account_move'

export type MoveOf = { host: string } | { accountId: number }

const selectMoves = async (client: pg.Client, by: MoveOf, condition: string): Promise<Move[]> => {
  const [where, value] = 'host' in by ? ['$1 = any(hosts)', by.host] : ['account_id = $1', by.accountId]
  const { rows } = await client.query(`${MOVE} where ${where} and ${condition}`, [value])
  return rows.map(toMove)
}

/** The move out of this cell that is not over, by host or account. */
export const findOpenMove = async (client: pg.Client, by: MoveOf): Promise<Move | undefined> =>
  (await selectMoves(client, by, `state not in ('done', 'aborted')`))[0]

/** Moves out of this cell that were aborted and have left something, here or in their target. */
export const listUncleaned = (client: pg.Client, by: MoveOf): Promise<Move[]> =>
  selectMoves(client, by, `state = 'aborted' and not cleaned`)

export const updateCleaned = async (client: pg.Client, move: Move): Promise<void> => {
  await client.query('update cell.account_move set cleaned = true where account_id = $1 and id = $2', [
    ...[move.accountId, move.id],
  ])
}

export const updateSyncSlots = async (client: pg.Client, move: Move): Promise<void> => {
  await client.query('update cell.account_move set sync_slots = $3 where account_id = $1 and id = $2', [
    ...[move.accountId, move.id, move.syncSlots],
  ])
}

export const listMoves = async (client: pg.Client): Promise<Move[]> => {
  const { rows } = await client.query(`${MOVE} order by started_at`)
  return rows.map(toMove)
}

export type NewMove = Pick<Move, 'id' | 'accountId' | 'toCell' | 'hosts' | 'wayBack'>

export const insertMove = async (
  client: pg.Client,
  { accountId, id, toCell, hosts, wayBack }: NewMove,
  state: 'ready' | 'planned' = 'planned',
): Promise<void> => {
  await client.query(
    `insert into cell.account_move (account_id, id, to_cell, hosts, way_back, state, cleaned) values ($1, $2, $3, $4, $5, $6, false)`,
    [accountId, id, toCell, hosts, wayBack, state],
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
