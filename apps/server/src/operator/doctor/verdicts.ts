import { type Pooling, ROLE_SETTINGS } from '../../lib/db/database.ts'
import { type Pooler, whyPoolingIsWrong } from '../../lib/db/pooler.ts'
import { formatBytes } from '../result.ts'

/** One finding of `patchbay doctor`: what was found and, where something is wrong, what to change. */
export type Check = { name: string; status: 'ok' | 'warning' | 'error' | 'skipped'; found: string; fix?: string }

export const ok = (name: string, found: string): Check => ({ name, status: 'ok', found })
export const warning = (name: string, found: string, fix: string): Check => ({ name, status: 'warning', found, fix })
export const error = (name: string, found: string, fix: string): Check => ({ name, status: 'error', found, fix })
export const skipped = (name: string, found: string): Check => ({ name, status: 'skipped', found })

const numbersOf = (version: string): number[] => (version.match(/\d+/g) ?? []).map(Number)

/** Whether a version is at least another: 24.21.0 is at least 24.21. */
export const isAtLeast = (version: string, least: string): boolean => {
  const [have, need] = [numbersOf(version), numbersOf(least)]
  const differing = need.findIndex((part, place) => part !== (have[place] ?? 0))
  return differing === -1 || (have[differing] ?? 0) > (need[differing] ?? 0)
}

export const nodeVerdict = (version: string, least: string): Check =>
  isAtLeast(version, least)
    ? ok('Node.js', version)
    : error('Node.js', `${version}; ${least} or later is needed`, 'Install Node.js 26')

export const postgresVersionVerdict = (version: string): Check =>
  isAtLeast(version, '15')
    ? ok('PostgreSQL version', version)
    : error('PostgreSQL version', `${version}; 15 or later is needed`, 'Upgrade PostgreSQL with pg_upgrade or a dump')

/** Why a connection failed, in the operator's terms. */
export const connectionVerdict = (reason: { code?: string; message: string }, role: string, host: string): Check => {
  const name = 'PostgreSQL connection'
  const text = reason.message
  if (reason.code === '28P01')
    return error(
      name,
      `PostgreSQL rejects the password of the role ${role}`,
      `Correct the password in DATABASE_URL, or set it: alter role ${role} password '…'`,
    )
  if (reason.code === '28000')
    return error(name, text, `Allow the role ${role} in pg_hba.conf, or create it with: patchbay setup-database`)
  if (reason.code === '3D000') return error(name, text, 'Create the database: patchbay init or patchbay setup-database')
  if (reason.code === '53300')
    return error(name, text, 'All connections are taken: raise max_connections, or lower POOL_SIZE and restart')
  return error(
    name,
    `no connection to ${host}: ${text}`,
    'Start PostgreSQL, or correct the host and port in DATABASE_URL',
  )
}

export type PostgresSettings = Readonly<Record<string, string>>

/** Settings with which an acknowledged write can be lost. */
export const durabilityVerdicts = (settings: PostgresSettings): Check[] => {
  const change = (name: string) =>
    `alter system set ${name} = on; select pg_reload_conf(); then look in postgresql.conf for who switched it off`
  const mustBeOn = (name: string, why: string): Check =>
    settings[name] === 'off' ? error(name, `off: ${why}`, change(name)) : ok(name, settings[name] ?? 'unknown')
  return [
    mustBeOn('fsync', 'a crash of the machine can destroy the whole database'),
    mustBeOn('full_page_writes', 'a crash can leave pages half written'),
    mustBeOn('synchronous_commit', 'payments that were acknowledged can be lost in a crash'),
    settings.data_checksums === 'off'
      ? warning(
          'data_checksums',
          'off: damage on the disk stays unnoticed',
          'Stop PostgreSQL and run pg_checksums --enable, when there is time for it',
        )
      : ok('data_checksums', settings.data_checksums ?? 'unknown'),
  ]
}

export type Budget = {
  servers: number
  workers: number
  poolSize: number
  moneyPoolSize: number
  jobConnections: number
  maxConnections: number
  reserved: number
}

/** For commands, migrations and backups, beside the processes. */
const SPARE_CONNECTIONS = 5

type Processes = Pick<Budget, 'servers' | 'workers' | 'poolSize' | 'moneyPoolSize' | 'jobConnections'>

const connectionsOf = ({ servers, workers, poolSize, moneyPoolSize, jobConnections }: Processes) => {
  const each = poolSize + moneyPoolSize + jobConnections
  return { each, needed: (servers + workers) * each + SPARE_CONNECTIONS }
}

/** Whether PostgreSQL has connections for every process at its busiest. */
export const budgetVerdict = (budget: Budget): Check => {
  const { servers, workers, poolSize, maxConnections, reserved } = budget
  const { each, needed } = connectionsOf(budget)
  const available = maxConnections - reserved
  const found = `${servers} server + ${workers} worker processes need up to ${needed} of ${available} connections (${each} each)`
  if (needed <= available) return ok('connection budget', found)
  return error(
    'connection budget',
    found,
    `Set max_connections to ${needed + reserved} or more and restart PostgreSQL, or lower POOL_SIZE (now ${poolSize})`,
  )
}

/** Behind a pooler: its own limits are not visible from here. */
export const poolerBudgetVerdict = (budget: Processes): Check => {
  const { servers, workers } = budget
  const found = `${servers} server + ${workers} worker processes: max_client_conn of the pooler must be ${connectionsOf(budget).needed} or more`
  return ok('connection budget', found)
}

const CLOCK_WARNING_S = 5
const CLOCK_ERROR_S = 30

/** Signatures, one-time passwords and clean-up compare the clocks of machines. */
export const clockVerdict = (differenceMs: number): Check => {
  const seconds = Math.abs(differenceMs) / 1000
  const found = `this machine and PostgreSQL differ by ${Math.round(seconds * 10) / 10} s`
  const fix = 'Synchronise both clocks with NTP (timedatectl set-ntp true)'
  if (seconds > CLOCK_ERROR_S) return error('clock', found, fix)
  return seconds > CLOCK_WARNING_S ? warning('clock', found, fix) : ok('clock', found)
}

const [LITTLE_SPACE, NO_SPACE] = [5e9, 1e9]

export const diskVerdict = (folder: string, free: number): Check => {
  const found = `${formatBytes(free)} free in ${folder}`
  const fix = 'Free space or move FILE_FOLDER to a larger disk; uploads fail when it is full'
  if (free < NO_SPACE) return error('disk space', found, fix)
  return free < LITTLE_SPACE ? warning('disk space', found, fix) : ok('disk space', found)
}

export const persistenceVerdict = (persistence: { save: string; appendonly: string } | undefined): Check => {
  const name = 'Redis persistence'
  if (!persistence) return skipped(name, 'this Redis does not show its settings')
  if (persistence.save === '' && persistence.appendonly === 'no') return ok(name, 'off')
  return warning(
    name,
    'on: Redis holds nothing that matters here, and saving it costs disk writes and memory',
    'Set save "" and appendonly no in redis.conf',
  )
}

export const migrationVerdict = (state: { pending: string[]; unknown: string[]; last: string | undefined }): Check => {
  const { pending, unknown, last } = state
  if (unknown.length > 0)
    return error(
      'migrations',
      `the database has ${unknown.join(', ')}, which this release does not know`,
      'Start the newer release, or restore the backup from before the upgrade',
    )
  if (pending.length === 0) return ok('migrations', `up to date (${last})`)
  return error('migrations', `${pending.length} pending: ${pending.join(', ')}`, 'Run: patchbay migrate')
}

export type MoveSlot = { name: string; active: boolean; bytes: number }

/** Slots of moves by replication. PostgreSQL keeps the log for a slot that nobody reads, until the disk is full. */
export const moveSlotsVerdict = (slots: readonly MoveSlot[]): Check => {
  const name = 'replication slots of moves'
  if (slots.length === 0) return ok(name, 'none')
  const listOf = (some: readonly MoveSlot[]) => some.map((one) => `${one.name} (${formatBytes(one.bytes)})`).join(', ')
  const unread = slots.filter(({ active }) => !active)
  if (unread.length === 0)
    return warning(
      name,
      `a move is under way or has a way back, for which the write-ahead log is kept: ${listOf(slots)}`,
      'patchbay account moves lists it; let it end, or: patchbay account move <host> --abort. A way back ends with --finish',
    )
  return error(
    name,
    `nobody reads ${listOf(unread)}: PostgreSQL keeps the write-ahead log, and the disk will fill`,
    `Go on with the move (patchbay account moves), or: patchbay account move <host> --abort. A way back ends with --finish. When no move is open: select pg_drop_replication_slot('${unread[0]?.name}')`,
  )
}

/** How much a standby lacks of what the primary had written so many seconds ago. */
export const replicaVerdict = (found: { missing: number; patienceSeconds: number; connections: number }): Check => {
  const { missing, patienceSeconds, connections } = found
  const name = 'replica for reports'
  if (missing === 0) return ok(name, `a standby that keeps up; servers open up to ${connections} connections to it`)
  return warning(
    name,
    `${formatBytes(missing)} of the write-ahead log from ${patienceSeconds} s ago are not replayed yet`,
    'Look there at pg_is_wal_replay_paused(), pg_stat_wal_receiver and long statements; the primary answers meanwhile',
  )
}

export const exitCodeOf = (checks: readonly Check[]): number =>
  checks.some(({ status }) => status === 'error') ? 1 : 0

/** What is between this machine and PostgreSQL, and whether the settings fit it. */
export const poolingVerdict = (pooler: Pooler, pooling: Pooling, unset: readonly string[], role: string): Check => {
  const reason = whyPoolingIsWrong(pooler, pooling)
  if (reason) return error('pooler', 'transaction mode, and DATABASE_POOLING is session', reason)
  if (pooling === 'session') return ok('pooler', pooler === 'none' ? 'none' : 'session mode')
  if (pooler === 'none')
    return warning(
      'pooler',
      'none, and DATABASE_POOLING is transaction: every statement is planned each time',
      'Remove DATABASE_POOLING',
    )
  if (unset.length === 0) return ok('pooler', 'transaction mode; statements have no names')
  const settings = unset.map((name) => `alter role ${role} set ${name} = '${ROLE_SETTINGS[name]}'`).join('; ')
  return warning(
    'pooler',
    `transaction mode, and the role ${role} has no ${unset.join(', ')}`,
    `As a superuser: ${settings}`,
  )
}
