import type pg from 'pg'
import type { Config } from '../../config.ts'
import { ROLE_SETTINGS } from '../../lib/db/database.ts'
import { detectPooler } from '../../lib/db/pooler.ts'
import { messageOf } from '../../lib/errors.ts'
import { JOB_CONNECTIONS } from '../../lib/queue/jobs.ts'
import { withClient } from '../database-client.ts'
import { compareMigrations, listAppliedMigrations, listMigrations } from '../migrations.ts'
import {
  budgetVerdict,
  type Check,
  clockVerdict,
  connectionVerdict,
  durabilityVerdicts,
  error,
  type MoveSlot,
  migrationVerdict,
  moveSlotsVerdict,
  ok,
  type PostgresSettings,
  poolerBudgetVerdict,
  poolingVerdict,
  postgresVersionVerdict,
} from './verdicts.ts'

export type ProcessCounts = { servers: number; workers: number }

const SETTINGS = [
  ...['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'server_version'],
  ...['max_connections', 'superuser_reserved_connections', 'transaction_read_only'],
]

const readSettings = async (client: pg.Client): Promise<PostgresSettings> => {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [SETTINGS],
  )
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}

const checkClock = async (client: pg.Client): Promise<Check> => {
  const before = Date.now()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const after = Date.now()
  // The answer was made at some moment between the two; inside that span there is no difference.
  const there = rows[0]?.now.getTime() ?? 0
  return clockVerdict(there < before ? there - before : there > after ? there - after : 0)
}

/** The app's role must be bound by row-level security: it owns nothing and bypasses nothing. */
export const checkRole = async (client: pg.Client): Promise<Check> => {
  const { rows } = await client.query<{ name: string; strong: boolean; member: boolean; owns: number }>(`
    select rolname as name, rolsuper or rolbypassrls or rolcreaterole as strong,
      coalesce((select pg_has_role(oid, 'member') from pg_roles where rolname = 'patchbay_app'), false) as member,
      (select count(*)::int from pg_class where relowner = r.oid and relkind in ('r', 'p')) as owns
    from pg_roles r where rolname = current_user`)
  const { name = '', strong, member, owns = 0 } = rows[0] ?? {}
  if (strong)
    return error(
      'role',
      `${name} bypasses row-level security: accounts are not separated`,
      'Use the role patchbay in DATABASE_URL; patchbay setup-database creates it',
    )
  if (owns > 0)
    return error('role', `${name} owns ${owns} tables`, 'Use a role of its own in DATABASE_URL, not the owner')
  if (!member) return error('role', `${name} is not a member of patchbay_app`, `grant patchbay_app to ${name}`)
  return ok('role', `${name} owns nothing and is bound by row-level security`)
}

const checkRowSecurity = async (client: pg.Client): Promise<Check> => {
  const { rows } = await client.query<{ relname: string }>(`
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not (c.relrowsecurity and c.relforcerowsecurity
        and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'own_account')) order by 1`)
  if (rows.length === 0) return ok('row-level security', 'forced on every table')
  const names = rows.map(({ relname }) => relname).join(', ')
  return error(
    'row-level security',
    `not in force on ${names}`,
    `As the owner: call protect('${rows[0]?.relname}'), and find out who removed it`,
  )
}

/** Continuous archiving is optional; one that fails fills the disk with write-ahead log. */
const checkArchiver = async (client: pg.Client): Promise<Check> => {
  const { rows } = await client.query<{ mode: string; failing: boolean; size: string }>(`
    select current_setting('archive_mode') as mode, current_setting('max_wal_size') as size,
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing from pg_stat_archiver`)
  const { mode = 'off', failing = false, size = '' } = rows[0] ?? {}
  if (failing)
    return error(
      'write-ahead log',
      'archiving fails, and PostgreSQL keeps what it could not archive: the disk will fill',
      'Look at archive_command and the log of PostgreSQL',
    )
  return ok('write-ahead log', `archiving ${mode}, max_wal_size ${size}`)
}

/** Also the slots with which another cell copies single tables (pg_…_sync_…). */
const checkMoveSlots = async (client: pg.Client): Promise<Check> => {
  const { rows } = await client.query<MoveSlot>(`
    select slot_name as name, active, case when pg_is_in_recovery() then 0
      else coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0) end::float8 as bytes
    from pg_replication_slots
    where database = current_database() and slot_name ~ '^(patchbay_move_[0-9]+(_[0-9a-f]+)?|pg_[0-9]+_sync_[0-9]+_[0-9]+)$' order by 1`)
  return moveSlotsVerdict(rows)
}

/** Behind a pooler in transaction mode statements have no names, and time-outs are settings of the role. */
const checkPooling = async (client: pg.Client, config: Config): Promise<Check> => {
  const pooler = await detectPooler(config.databaseUrl)
  const { rows } = await client.query<{ unset: string[] }>(
    `select coalesce(array_agg(name), '{}') as unset from pg_settings where name = any($1) and source = 'default'`,
    [Object.keys(ROLE_SETTINGS)],
  )
  return poolingVerdict(
    pooler,
    config.databasePooling,
    rows[0]?.unset ?? [],
    decodeURIComponent(new URL(config.databaseUrl).username),
  )
}

const guarded = async (name: string, check: () => Promise<Check>): Promise<Check> => {
  try {
    return await check()
  } catch (reason) {
    return error(name, messageOf(reason), 'Run patchbay migrate, then patchbay doctor again')
  }
}

const checkConnected = async (client: pg.Client, config: Config, { servers, workers }: ProcessCounts) => {
  const settings = await readSettings(client)
  const budget = {
    ...{ servers, workers, poolSize: config.poolSize, moneyPoolSize: config.moneyPoolSize },
    jobConnections: JOB_CONNECTIONS,
    maxConnections: Number(settings.max_connections),
    reserved: Number(settings.superuser_reserved_connections),
  }
  const writable =
    settings.transaction_read_only === 'on'
      ? error('writable', 'this is a read-only standby', 'Give the address of the primary in DATABASE_URL')
      : ok('writable', 'yes')
  return [
    postgresVersionVerdict(settings.server_version ?? ''),
    writable,
    ...durabilityVerdicts(settings),
    await checkArchiver(client),
    await guarded('replication slots of moves', () => checkMoveSlots(client)),
    config.databasePooling === 'session' ? budgetVerdict(budget) : poolerBudgetVerdict(budget),
    await checkClock(client),
    await guarded('pooler', () => checkPooling(client, config)),
    await guarded('migrations', async () =>
      migrationVerdict(compareMigrations(await listMigrations(), await listAppliedMigrations(client))),
    ),
    await guarded('role', () => checkRole(client)),
    await guarded('row-level security', () => checkRowSecurity(client)),
  ]
}

export const checkDatabase = async (config: Config, counts: ProcessCounts): Promise<Check[]> => {
  const { username, host } = new URL(config.databaseUrl)
  try {
    return await withClient(config.databaseUrl, async (client) => [
      ok('PostgreSQL connection', `${username}@${host}`),
      ...(await checkConnected(client, config, counts)),
    ])
  } catch (reason) {
    return [connectionVerdict(reason as { code?: string; message: string }, username, host)]
  }
}
