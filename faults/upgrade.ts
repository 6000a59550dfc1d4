// F11, `npm run faults -- upgrade [seed] [scale]`: the data of every earlier release (apps/server/test/releases) is restored and
// migrated by this one, while `patchbay migrate` is killed several times on the way. Then server and worker start, `patchbay
// doctor` must be content, every table must have the rows it had, and lists show them. Then the last release runs under load
// while this one migrates its database and takes its place (upgrade-beside.ts).
import { execFileSync, spawn } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { type FaultReport, NO_ERRORS, seededRandom } from '@patchbay/testkit/audit'
import { DEMO_PEOPLE, FERN, PASSWORD } from '@patchbay/testkit/fixtures'
import { createHttpClient } from '@patchbay/testkit/http-client'
import { type Installation, startInstallation } from '@patchbay/testkit/installation'
import { freePort, sleep } from '@patchbay/testkit/services'
import pg from 'pg'
import { doctorErrors } from './doctor.ts'
import { recordResult } from './record.ts'
import type { Scenario } from './scenario.ts'
import { upgradeBeside } from './upgrade-beside.ts'

const KILLS = 3
/** Written by processes that run, not by people: their rows may change. */
const OF_PROCESSES = new Set([
  'clean_up_run',
  'lane',
  'session',
  'traffic',
  'traffic_day',
  'migration',
  'schema_migration',
])

type Manifest = { version: string; database: { lastMigration: string; rows: Record<string, number> } }

const manifestOf = (archive: string): Manifest =>
  JSON.parse(
    execFileSync('tar', ['--extract', '--to-stdout', `--file=${archive}`, 'manifest.json'], { encoding: 'utf8' }),
  )

/** Starts `patchbay migrate` and kills it after a while; whether it was still at work then. */
const killMigration = async (env: Record<string, string>, ms: number): Promise<boolean> => {
  const child = spawn('node', ['apps/server/src/bin/patchbay.ts', 'migrate'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await Promise.race([gone, sleep(ms)])
  const isRunning = child.exitCode === null
  if (isRunning) child.kill('SIGKILL')
  await gone
  return isRunning
}

/** Tables with other numbers of rows than the release had; new tables are no matter. */
const changedTables = async (url: string, rows: Record<string, number>): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const changed: string[] = []
  for (const [table, expected] of Object.entries(rows)) {
    if (OF_PROCESSES.has(table)) continue
    const { rows: found } = await client.query(`select count(*)::int as count from "${table}"`)
    if (found[0]?.count !== expected) changed.push(`${table}: ${expected} rows, now ${found[0]?.count}`)
  }
  await client.end()
  return changed
}

const PAGES = ['customers', 'orders', 'calls', 'chats', 'tasks', 'users', 'modules', 'action-log', 'payment-settings']

/** Lists of the API and pages of the workspace that do not show what is there. */
const wrongReads = async (
  installation: Installation,
  origin: string,
  { rows }: Manifest['database'],
): Promise<string[]> => {
  const stranger = createHttpClient(origin, { host: FERN.host })
  const api = stranger.with({ 'x-api-key': await installation.operator('key', FERN.host, 'after the upgrade') })
  const wrong: string[] = []
  const lists = { customer: 'customers', customer_order: 'orders', app_user: 'users' }
  for (const [table, path] of Object.entries(lists)) {
    const { body, status } = await api.get(`/api/v5/${path}`)
    const total = (body as { pagination?: { totalCount: number } } | undefined)?.pagination?.totalCount
    if (status !== 200 || total !== rows[table]) wrong.push(`/api/v5/${path}: ${status}, ${total} of ${rows[table]}`)
  }
  const signIn = { email: DEMO_PEOPLE.ada.email, password: PASSWORD }
  const signedIn = await stranger.postJson('/workspace/sign-in', signIn)
  const ada = stranger.with({ cookie: String(signedIn.headers['set-cookie']).split(';')[0] ?? '' })
  for (const page of PAGES) {
    const { status, text } = await ada.get(`/workspace/${page}`)
    if (status !== 200) wrong.push(`/workspace/${page}: ${status} ${text.slice(0, 100)}`)
  }
  return wrong
}

const upgradeFrom = async (archive: string, random: () => number) => {
  const manifest = manifestOf(archive)
  const port = await freePort()
  const name = `upgrade_${basename(archive, '.tar').replace(/\W/g, '_')}`
  const urlAs = (role: string): string => `postgres://${role}@127.0.0.1:${port}/${name}`
  const env = {
    DATABASE_URL: urlAs('patchbay'),
    MIGRATION_DATABASE_URL: urlAs('patchbay_owner'),
    ADMIN_DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres`,
    // The key of tools/release-data.ts.
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const installation = await startInstallation(env, { port })
  try {
    await installation.operator('restore', archive)
    let kills = 0
    for (let count = 0; count < KILLS; count++) kills += Number(await killMigration(env, 300 + random() * 1500))
    await installation.operator('migrate')
    const changed = await changedTables(urlAs('postgres'), manifest.database.rows)
    const server = await installation.startServer()
    const worker = await installation.startWorker()
    const wrong = await wrongReads(installation, server.origin, manifest.database)
    const doctor = await doctorErrors(installation)
    const crashes = [server, worker].filter((one) => !one.alive()).length
    return {
      release: basename(archive, '.tar'),
      from: manifest.database.lastMigration,
      kills,
      changed,
      wrong,
      crashes,
      doctor,
    }
  } finally {
    await installation.close()
    rmSync(installation.env.FILE_FOLDER ?? '', { recursive: true, force: true })
  }
}

export const upgrade: Scenario = async (seed, scale = 1): Promise<FaultReport> => {
  const random = seededRandom(seed)
  const archives = globSync('apps/server/test/releases/*.tar').sort()
  const found: Awaited<ReturnType<typeof upgradeFrom>>[] = []
  for (const archive of archives) {
    const one = await upgradeFrom(archive, random)
    console.log(`${one.release} (${one.from}): ${one.kills} migrations killed`)
    for (const line of [...one.changed, ...one.wrong, ...one.doctor]) console.log(`  ${line}`)
    found.push(one)
  }
  const beside = await upgradeBeside(seed, scale, random)
  const sum = (count: (one: (typeof found)[number]) => number): number =>
    found.reduce((total, one) => total + count(one), 0)
  const figures = {
    releases: found.map(({ release }) => release).join(', '),
    migrations_killed: sum(({ kills }) => kills),
    tables_changed: sum(({ changed }) => changed.length),
    wrong_reads: sum(({ wrong }) => wrong.length),
    doctor_errors: sum(({ doctor }) => doctor.length),
    ...beside?.figures,
  }
  const { lost, stuck, ...audit } = beside?.audit ?? NO_ERRORS
  const counts = {
    ...audit,
    lost: lost + figures.tables_changed,
    stuck: stuck + figures.wrong_reads + figures.doctor_errors + sum(({ crashes }) => crashes),
  }
  const besideText = beside ? `the last one under load beside this one` : 'not under load, the history is not here'
  recordResult({
    id: 'F11',
    name: 'Upgrade from every release',
    size: `${found.length} releases, with kills of the migration; ${besideText}`,
    seed,
    figures: Object.fromEntries(Object.entries(figures).filter(([name]) => !name.startsWith('answers_'))),
    passed: Object.keys(NO_ERRORS).every((name) => counts[name as keyof typeof NO_ERRORS] === 0),
  })
  return { ...counts, trials: found.length, seed, ...figures }
}
