import { execFile, spawn } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { withEnvironment } from '../config.ts'

// A backup is one tar archive: manifest.json, database.dump (pg_dump, custom format), files/… and checksums.sha256, which
// lists every other member as sha256sum does. Beside it stands <archive>.sha256.

export const [MANIFEST, CHECKSUMS, DUMP, FILES] = ['manifest.json', 'checksums.sha256', 'database.dump', 'files']

export type Manifest = {
  format: 1
  /** The release that made the backup. */
  version: string
  createdAt: string
  database: { name: string; server: string; lastMigration: string | null; rows: Record<string, number> }
  files: { count: number; bytes: number } | { bucket: string }
  /** Which SECRET_KEY opens the secrets in the database; the key itself is never in a backup. */
  secretKey: { fingerprint: string }
}

/** Recognises a key without revealing it. */
export const fingerprintOf = (secretKey: Buffer): string =>
  createHmac('sha256', secretKey).update('patchbay backup').digest('hex').slice(0, 16)

export const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** The lines of a list of checksums: path → sha256. */
export const readChecksums = async (path: string): Promise<Map<string, string>> => {
  const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

const NEEDED: Readonly<Record<string, string>> = {
  pg_dump: 'postgresql-client',
  pg_restore: 'postgresql-client',
  tar: 'tar',
  pgbackrest: 'pgbackrest',
  runuser: 'util-linux',
}

/** The address without its password, which goes through the environment: arguments are visible to every user. */
const connectionOf = (url: string): { address: string; env: Record<string, string> } => {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  return { address: address.href, env: password ? { PGPASSWORD: password } : {} }
}

/** Runs a program of the operating system; `onLine` gets what it writes to stderr, line by line. */
export const runProgram = (
  command: string,
  args: readonly string[],
  { url, onLine = () => undefined }: { url?: string; onLine?: (line: string) => void } = {},
): Promise<void> => {
  const connection = url === undefined ? undefined : connectionOf(url)
  const all = connection ? [...args, `--dbname=${connection.address}`] : [...args]
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = spawn(command, all, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: withEnvironment(connection?.env ?? {}),
  })
  let [tail, rest] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
    tail = (tail + chunk).slice(-2_000)
  })
  child.on('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ENOENT' ? new Error(`${command} is not installed: apt install ${NEEDED[command]}`) : error),
  )
  child.on('close', (code) => {
    if (code === 0) return resolve()
    reject(new Error(`${command} failed: ${tail.trim().split('\n').slice(-3).join(' ')}`))
  })
  return promise
}

/** pg_dump refuses a server that is newer than itself. */
export const checkDumpVersion = async (server: string): Promise<void> => {
  const { stdout } = await promisify(execFile)('pg_dump', ['--version']).catch(() => {
    throw new Error('pg_dump is not installed; on Debian: apt install postgresql-client')
  })
  const [own, theirs] = [stdout, server].map((text) => Number(/\d+/.exec(text)?.[0]))
  if (own !== undefined && theirs !== undefined && own < theirs)
    throw new Error(`pg_dump is version ${own} and the server ${theirs}: install postgresql-client-${theirs}`)
}
