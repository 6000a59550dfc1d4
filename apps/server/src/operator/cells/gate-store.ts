import type pg from 'pg'
import { JOBS_OF, type Move } from './move-store.ts'

// SQL on the gate that an account has in each cell of a move, as the role for moves.

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

/** Whether the account lives in another cell. */
export const isGone = async (client: pg.Client, accountId: number): Promise<boolean> => {
  const { rowCount } = await client.query(`select from cell.account_gate where account_id = $1 and state = 'gone'`, [
    accountId,
  ])
  return rowCount === 1
}

/** The move that brings the account to this cell; while it is closed by that move, all rows of the account here are its copy. */
export const findComing = async (client: pg.Client, accountId: number): Promise<string | undefined> => {
  const { rows } = await client.query(
    `select move_id from cell.account_gate where account_id = $1 and state = 'coming'`,
    [accountId],
  )
  return rows[0]?.move_id
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
  // Where a way back was made the rows stay as they were; lanes behind a gate are claimed by nobody.
  if (!move.wayBack) await client.query('update lane set next_at = null where account_id = $1', [move.accountId])
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
  // It has returned: what an earlier move has left here is used again.
  await client.query(`update cell.account_move set state = 'done' where account_id = $1 and state = 'opened'`, [
    move.accountId,
  ])
  // A lease of a worker of the old cell: it ended there, and is claimed here at once.
  await client.query(
    `update lane set next_at = now(), held_until = null, fence = fence + 1 where account_id = $1 and held_until is not null`,
    [move.accountId],
  )
}
