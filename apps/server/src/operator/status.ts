import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { inspectRedis, type SeenProcess } from '../lib/db/redis.ts'
import { VERSION } from '../lib/process/version.ts'
import { NO_TABLES } from '../lib/queue/jobs.ts'
import { withClient } from './database-client.ts'
import { compareMigrations, listAppliedMigrations, listMigrations } from './migrations.ts'
import { formatBytes, type Result, table } from './result.ts'

type Backlog = { what: string; kind: string; count: number }

const readDatabase = async (client: pg.Client) => {
  const { applied, pending, last } = compareMigrations(await listMigrations(), await listAppliedMigrations(client))
  if (applied === 0) throw new Error(NO_TABLES)
  const { rows: size } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  const { rows: accounts } = await client.query<{ count: number }>(
    'select count(distinct account_id)::int as count from account_host',
  )
  const { rows: connections } = await client.query<{ name: string; count: number }>(
    `select application_name as name, count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name like 'patchbay %' and pid <> pg_backend_pid() group by 1 order by 1`,
  )
  const { rows: backlog } = await client.query<Backlog>(
    'select what, kind, count::int as count from count_backlog() order by 1, 2',
  )
  const { rows: jobs } = await client.query<{ queue: string; state: string; count: number }>(
    'select name as queue, state::text as state, count(*)::int as count from pgboss.job group by 1, 2 order by 1, 2',
  )
  const database = { bytes: Number(size[0]?.bytes ?? 0), lastMigration: last ?? null, pendingMigrations: pending }
  return { database, accounts: accounts[0]?.count ?? 0, connections, backlog, jobs }
}

/** The archives of `patchbay backup`, newest first. */
const listBackups = async (folder: string): Promise<{ file: string; at: string; bytes: number }[]> => {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.tar'))
  const found = await Promise.all(
    names.map(async (name) => {
      const { mtime, size } = await stat(join(folder, name))
      return { file: join(folder, name), at: mtime.toISOString(), bytes: size }
    }),
  )
  return found.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, 3)
}

const DEAD_LETTERS = 'dead-letters'

const describeProcess = ({ role, version, host, pid, connectedSeconds }: SeenProcess): string =>
  `${role} ${version} on ${host}, process ${pid}, connected for ${Math.round(connectedSeconds / 60)} min`

type Facts = Awaited<ReturnType<typeof readDatabase>> & {
  processes: SeenProcess[] | null
  backups: Awaited<ReturnType<typeof listBackups>>
}

const render = ({ database, accounts, connections, backlog, jobs, processes, backups }: Facts): string => {
  const waiting = jobs.filter(({ queue, state }) => queue !== DEAD_LETTERS && state !== 'completed')
  const dead = jobs.filter(({ queue }) => queue === DEAD_LETTERS).reduce((sum, { count }) => sum + count, 0)
  const listed = (rows: readonly string[], none: string): string => (rows.length > 0 ? rows.join('\n  ') : none)
  const pending = database.pendingMigrations.length > 0 ? `, pending ${database.pendingMigrations.join(' ')}` : ''
  return table([
    ['Release', VERSION],
    ['Database', `${formatBytes(database.bytes)}, last migration ${database.lastMigration}${pending}`],
    ['Accounts', String(accounts)],
  ]).concat(
    `\nProcesses\n  ${processes ? listed(processes.map(describeProcess), 'none is running') : 'unknown: Redis does not answer'}`,
    `\nConnections to PostgreSQL\n  ${listed(
      connections.map(({ name, count }) => `${name}: ${count}`),
      'none',
    )}`,
    `\nBacklog\n  ${listed(
      backlog.map(({ what, kind, count }) => `${what.replaceAll('-', ' ')}${kind ? ` (${kind})` : ''}: ${count}`),
      'no lane waits',
    )}`,
    `\nJobs\n  ${listed(
      waiting.map(({ queue, state, count }) => `${queue} ${state}: ${count}`),
      'none waits',
    )}\n  dead letters: ${dead}`,
    `\nLast backups\n  ${listed(
      backups.map(({ at, file, bytes }) => `${at}  ${file} (${formatBytes(bytes)})`),
      'none; patchbay backup makes one',
    )}`,
  )
}

/** What runs, what waits, and when it was last backed up. */
export const statusCommand = async (config: Config): Promise<Result> => {
  const database = await withClient(config.databaseUrl, readDatabase)
  const redis = await inspectRedis(config.redisUrl, config.redisPrefix).catch(() => undefined)
  const backups = await listBackups(config.backupFolder)
  const facts: Facts = { ...database, processes: redis?.processes ?? null, backups }
  return { text: render(facts), data: { version: VERSION, ...facts } }
}
