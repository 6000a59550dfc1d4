// A private PgBouncer in front of a private PostgreSQL.
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, waitUntil } from './services.ts'

export type PgBouncer = { port: number; url: (role: string, database: string) => string; close: () => Promise<void> }

export type PgBouncerOptions = {
  mode: 'session' | 'transaction'
  /** Servers per role and database. */
  poolSize: number
  /** More lines of its configuration. */
  settings?: string
}

const configurationOf = (
  folder: string,
  port: number,
  postgresPort: number,
  { mode, poolSize, settings }: PgBouncerOptions,
) => `
[databases]
* = host=127.0.0.1 port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 500
logfile = ${join(folder, 'log')}
${settings ?? ''}
`

/** PgBouncer knows only the roles in its file. */
const ROLES = ['postgres', 'patchbay', 'patchbay_owner']

export const startPgBouncer = async (postgresPort: number, options: PgBouncerOptions): Promise<PgBouncer> => {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-pgbouncer-'))
  await chmod(folder, 0o777)
  await writeFile(join(folder, 'users.txt'), ROLES.map((role) => `"${role}" ""\n`).join(''))
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, configurationOf(folder, port, postgresPort, options))
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn('/usr/sbin/pgbouncer', [...asUser, file], { stdio: 'ignore' })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const url = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`
  const answers = async () => {
    if (child.exitCode !== null)
      throw new Error(`PgBouncer did not start:\n${await readFile(join(folder, 'log'), 'utf8').catch(() => 'no log')}`)
    const client = new pg.Client({ connectionString: url('postgres', 'postgres') })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      return false
    }
  }
  await waitUntil('PgBouncer answers', answers)
  return {
    port,
    url,
    close: async () => {
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
