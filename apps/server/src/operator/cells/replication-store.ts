import type pg from 'pg'
import type { Move } from './move-store.ts'
import { replicationName, slotName } from './replication-setup.ts'

// SQL on publications, subscriptions and slots of moves, as the role for moves.

export const isPublished = async (source: pg.Client, accountId: number): Promise<boolean> => {
  const { rowCount } = await source.query('select from pg_publication where pubname = $1', [replicationName(accountId)])
  return rowCount === 1
}

export const publish = async (source: pg.Client, accountId: number, tables: readonly string[]): Promise<void> => {
  await source.query('select cell.publish_account($1, $2)', [accountId, tables])
}

export const unpublish = async (source: pg.Client, accountId: number): Promise<void> => {
  if (await isPublished(source, accountId)) await source.query('select cell.unpublish_account($1)', [accountId])
}

/** A new slot waits for the end of all transactions that are open, longer than for other locks. */
export const createSlot = async (source: pg.Client, move: Pick<Move, 'id' | 'accountId'>): Promise<void> => {
  const name = slotName(move)
  const { rowCount } = await source.query('select from pg_replication_slots where slot_name = $1', [name])
  if (rowCount) return
  const { rows } = await source.query('show lock_timeout')
  await source.query(`set lock_timeout = '10min'`)
  try {
    await source.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name])
  } finally {
    await source.query(`select set_config('lock_timeout', $1, false)`, [rows[0].lock_timeout])
  }
}

const OWN = `select oid from pg_subscription where subname = $1 and subdbid = (select oid from pg_database where datname = current_database())`

export const isSubscribed = async (target: pg.Client, accountId: number): Promise<boolean> =>
  (await target.query(OWN, [replicationName(accountId)])).rowCount === 1

/** Without rows: those that are there already are followed from where the slot is. */
export const subscribe = async (
  target: pg.Client,
  move: Pick<Move, 'id' | 'accountId'>,
  sourceUrl: string,
  withRows = true,
): Promise<void> => {
  const values = [move.accountId, sourceUrl, slotName(move), withRows]
  await target.query('select cell.subscribe_account($1, $2, $3, $4)', values)
}

export const enableSubscription = async (target: pg.Client, accountId: number): Promise<void> => {
  await target.query(`alter subscription ${replicationName(accountId)} enable`)
}

/** Without its slot, which is dropped at the source: only so can it be done in one transaction. Stops the workers. */
export const dropSubscription = async (target: pg.Client, accountId: number): Promise<void> => {
  if (!(await isSubscribed(target, accountId))) return
  const name = replicationName(accountId)
  await target
    .query(
      `begin; alter subscription ${name} disable; alter subscription ${name} set (slot_name = none); drop subscription ${name}; commit`,
    )
    .catch(async (error) => {
      await target.query('rollback')
      throw error
    })
}

/** The names of the slots with which the target copies single tables: pg_<subscription>_sync_<table>_<cluster>. */
export const readSyncSlots = async (target: pg.Client, accountId: number): Promise<string> => {
  const { rows } = await target.query(
    `select format('^pg_%s_sync_[0-9]+_%s$', (${OWN}), system_identifier) as pattern from pg_control_system()`,
    [replicationName(accountId)],
  )
  return rows[0].pattern
}

/** Returns how many are left: one that is still in use is ended, and dropped by a repeat. */
export const dropSlots = async (source: pg.Client, move: Move): Promise<number> => {
  const { rows } = await source.query<{ name: string; pid: number | null }>(
    `select slot_name as name, active_pid as pid from pg_replication_slots
     where database = current_database() and (slot_name = $1 or slot_name ~ $2)`,
    [slotName(move), move.syncSlots],
  )
  for (const { name, pid } of rows)
    await (pid === null
      ? source.query(
          'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
          [name],
        )
      : source.query('select pg_terminate_backend($1)', [pid]))
  return rows.filter(({ pid }) => pid !== null).length
}

/** What was written before is not sent. */
export const advanceSlot = async (source: pg.Client, move: Move, lsn: string): Promise<void> => {
  await source.query('select pg_replication_slot_advance($1, $2)', [slotName(move), lsn])
}

export type Progress = {
  tables: number
  copied: number
  /** Errors are in the target's log only; PostgreSQL tries again without end. */
  errors: number
}

export const readProgress = async (target: pg.Client, accountId: number): Promise<Progress> => {
  const { rows } = await target.query(
    `select count(*)::int as tables, count(*) filter (where srsubstate = 'r')::int as copied,
       (select coalesce(sum(apply_error_count + sync_error_count), 0)::int from pg_stat_subscription_stats where subname = $1) as errors
     from pg_subscription_rel where srsubid = (${OWN})`,
    [replicationName(accountId)],
  )
  return rows[0]
}

/** The end of the log, flushed: what is not on the source's disk is not sent. */
export const readEndOfLog = async (source: pg.Client, moveId: string): Promise<string> => {
  const { rows } = await source.query('select pg_current_wal_insert_lsn()::text as lsn')
  await source.query(
    `select set_config('synchronous_commit', 'on', true), pg_logical_emit_message(true, 'patchbay account move', $1)`,
    [moveId],
  )
  return rows[0].lsn
}

/** By how many bytes the target is behind: it has applied the rest, and has it on its disk. */
export const readLag = async (source: pg.Client, move: Move, lsn?: string): Promise<number> => {
  const { rows } = await source.query(
    `select pg_wal_lsn_diff(coalesce($2::pg_lsn, pg_current_wal_insert_lsn()), confirmed_flush_lsn)::float8 as lag, wal_status as status
     from pg_replication_slots where slot_name = $1`,
    [slotName(move), lsn],
  )
  if (!rows[0] || rows[0].status === 'lost') throw new Error('the source has lost the replication slot of the move')
  return rows[0].lag
}

export type ReplicationFacts = {
  walLevel: string
  mayReplicate: boolean
  hasFunctions: boolean
  freeSlots: number
  freeWorkers: number
}

export const readReplicationFacts = async (client: pg.Client): Promise<ReplicationFacts> => {
  const { rows } = await client.query(
    `select current_setting('wal_level') as "walLevel",
       (select rolreplication or rolsuper from pg_roles where rolname = current_user) as "mayReplicate",
       coalesce(has_function_privilege(to_regprocedure('cell.publish_account(integer, text[])')::oid, 'execute')
         and has_function_privilege(to_regprocedure('cell.subscribe_account(integer, text, text, boolean)')::oid, 'execute'), false) as "hasFunctions",
       current_setting('max_replication_slots')::int - (select count(*)::int from pg_replication_slots) as "freeSlots",
       current_setting('max_logical_replication_workers')::int
         - (select count(*)::int from pg_stat_subscription where pid is not null) as "freeWorkers"`,
  )
  return rows[0]
}

/** Tables whose updates PostgreSQL could not publish with the filter: it would then refuse them, for every account. */
export const listWithoutIdentity = async (client: pg.Client, tables: readonly string[]): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and c.relreplident <> 'f'
       and not exists (select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
         where i.indrelid = c.oid and a.attname = case c.relname when 'account' then 'id' else 'account_id' end
           and case c.relreplident when 'd' then i.indisprimary when 'i' then i.indisreplident else false end)
     order by 1`,
    [tables],
  )
  return rows.map(({ name }) => name)
}
