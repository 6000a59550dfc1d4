// Private PostgreSQL and Redis servers on free ports, with production settings, for tests that kill, empty or stop
// them.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Below those that Linux gives to outgoing connections: by the time that a server listens, one of them could have it. */
const [FIRST_PORT, LAST_PORT] = [11_000, 32_767]

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A random one: runs beside this one look for theirs, too. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(FIRST_PORT, LAST_PORT + 1)
  return (await isFree(port)) ? port : freePort()
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** For a load that leaves the CPU to what is tested: the next one begins no sooner than `ms` after this one began. */
export const paced = async (ms: number, work: () => Promise<void>): Promise<void> => {
  await Promise.all([work(), sleep(ms)])
}

/** Polls until the condition holds; throws after the time-out. */
export const waitUntil = async (what: string, holds: () => Promise<boolean> | boolean, ms = 120_000): Promise<void> => {
  const end = Date.now() + ms
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`${what}: not within ${ms / 1000} s`)
    await sleep(50)
  }
}

const binaries = (): string => globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? '/usr/local/bin'

/** PostgreSQL refuses to run as root, so root starts it as the user postgres, or as the given one. */
const asPostgres = (command: string, args: string[], owner?: Owner): Promise<{ stdout: string }> => {
  // Not the current folder: that user may not enter it.
  if (owner) return run(command, args, { ...owner, cwd: '/' })
  return process.getuid?.() === 0 ? run('runuser', ['-u', 'postgres', '--', command, ...args]) : run(command, args)
}

/** Sends a signal to a process and to its children. */
export const signalTree = async (pid: number, signal: NodeJS.Signals): Promise<void> => {
  process.kill(pid, signal)
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean)
  for (const child of children) {
    try {
      process.kill(Number(child), signal)
    } catch {
      // It has exited meanwhile.
    }
  }
}

export type Postgres = {
  adminUrl: string
  port: number
  /** Kills the server with SIGKILL and starts it again. */
  crash: () => Promise<void>
  /** Stops the postmaster and all its children with SIGSTOP; they keep their connections. */
  pause: () => Promise<void>
  resume: () => Promise<void>
  start: () => Promise<void>
  /** Immediately, like a crash, or in order, so that its files can be copied. */
  stop: (mode?: 'immediate' | 'fast') => Promise<void>
  remove: () => Promise<void>
  /** The server log so far. */
  log: () => Promise<string>
}

// As in production: an acknowledged write is on disk.
const SETTINGS = `
fsync = on
synchronous_commit = on
full_page_writes = on
shared_buffers = 512MB
max_connections = 200
checkpoint_timeout = 60s
max_wal_size = 2GB
logging_collector = off
`

type Owner = { uid: number; gid: number }

export type PostgresOptions = {
  /** Starts with a copy of this data folder of a server that was stopped in order. */
  copyOf?: string
  /** Starts as a streaming standby of this server. */
  standbyOf?: Pick<Postgres, 'port'>
  /** Keeps the data in this folder between starts. */ folder?: string
  port?: number
  settings?: string
  /** The folder of initdb and pg_ctl; by default that of the newest version installed. */
  binaries?: string
  /** Root runs it as this user; by default as postgres. */
  owner?: Owner
}

/** With a slot, so that the log is kept for it while it is stopped. */
const standbyArguments = ({ port }: Pick<Postgres, 'port'>, data: string): string[] => [
  ...['-D', data, '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'],
  ...['-R', '-X', 'stream', '-c', 'fast', '-C', '-S', `standby_${process.pid}_${Date.now()}`],
]

export const startPostgres = async (options: PostgresOptions = {}): Promise<Postgres> => {
  const port = options.port ?? (await freePort())
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'patchbay-postgres-')))
  await mkdir(folder, { recursive: true })
  const data = join(folder, 'data')
  const { owner, binaries: bin = binaries() } = options
  if (process.getuid?.() === 0) await run('chown', [owner ? `${owner.uid}:${owner.gid}` : 'postgres', folder])
  await chmod(folder, 0o700)
  if (!existsSync(data)) {
    const cluster = ['-D', data, '-k', '-A', 'trust', '-U', 'postgres', '--locale=C.UTF-8', '-E', 'UTF8']
    if (options.standbyOf)
      await asPostgres(join(bin, 'pg_basebackup'), standbyArguments(options.standbyOf, data), owner)
    else if (options.copyOf !== undefined) await run('cp', ['-a', join(options.copyOf, 'data'), data])
    else await asPostgres(join(bin, 'initdb'), cluster, owner)
    // PostgreSQL uses the last value of a repeated setting.
    const where = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\n`
    await appendFile(join(data, 'postgresql.conf'), `${SETTINGS}\n${where}${options.settings ?? ''}\n`)
  }
  const start = async () =>
    void (await asPostgres(
      join(bin, 'pg_ctl'),
      ['-D', data, '-w', '-t', '60', '-l', join(folder, 'log'), '-o', `-p ${port}`, 'start'],
      owner,
    ))
  const crash = async () => {
    const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
    // Kill the postmaster; its children exit when they notice.
    process.kill(pid, 'SIGKILL')
    await sleep(300)
    await start()
  }
  const signal = async (name: NodeJS.Signals) => {
    const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
    await signalTree(pid, name)
  }
  await start()
  const stop = async (mode: 'immediate' | 'fast' = 'immediate') =>
    void (await asPostgres(join(bin, 'pg_ctl'), ['-D', data, '-w', '-m', mode, 'stop'], owner).catch(() => undefined))
  return {
    adminUrl: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    crash,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    start,
    stop,
    remove: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
    log: () => readFile(join(folder, 'log'), 'utf8'),
  }
}

export type RedisServer = {
  url: string
  start: () => Promise<void>
  stop: () => Promise<void>
  /** SIGSTOP and SIGCONT: it keeps its connections and answers nothing. */
  pause: () => void
  resume: () => void
  cli: (...args: string[]) => Promise<string>
}

/** Without persistence: its data is gone when it stops. */
export const startRedis = async (at?: number): Promise<RedisServer> => {
  const port = at ?? (await freePort())
  let child: ChildProcess | undefined
  const cli = async (...args: string[]) => (await run('redis-cli', ['-p', String(port), ...args])).stdout.trim()
  const start = async () => {
    child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
      stdio: 'ignore',
    })
    await waitUntil('Redis answers', async () => (await cli('ping').catch(() => '')) === 'PONG')
  }
  const stop = async () => {
    const running = child
    if (!running || running.exitCode !== null || running.signalCode) return
    const gone = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await gone
  }
  await start()
  const [pause, resume] = [() => void child?.kill('SIGSTOP'), () => void child?.kill('SIGCONT')]
  return { url: `redis://127.0.0.1:${port}`, start, stop, pause, resume, cli }
}
