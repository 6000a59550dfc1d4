// F19: an account with a row in every table goes into an archive, into another installation and out again: both archives are equal.
// A person is exported: the file has every place where a dump of the database has them, and nobody else. The person is erased: no
// canary of theirs is in a dump or in the files. Import and erasing are killed halfway and repeated.
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { NO_ERRORS } from '@patchbay/testkit/audit'
import { type Installation, startInstallation } from '@patchbay/testkit/installation'
import { plantAccount } from '@patchbay/testkit/planted-account'
import { waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { type AccountTable, listAccountTables } from '../apps/server/src/lib/db/account-tables.ts'
import { PLACES } from '../apps/server/src/operator/person/places.ts'
import type { Scenario } from './scenario.ts'

const run = promisify(execFile)
const PROGRAM = fileURLToPath(new URL('../apps/server/src/bin/patchbay.ts', import.meta.url))
const [ACCOUNT, OTHER] = [4_000_001, 4_000_002]
const [HOST, OTHER_HOST] = ['planted.test', 'other.test']
const GONE = { name: 'gone', phone: '+4915112345678', email: 'gone.person@mail.test' }
const STAYS = { name: 'stays', phone: '+4915187654321', email: 'stays.person@mail.test' }
/** A customer of another account with the same phone: not ours to erase. */
const ELSEWHERE = { ...GONE, name: 'elsewhere' }
const PERSONAL = [...PLACES.map(({ table }) => table), 'order_item', 'invoice_history', 'csv_import', 'list_export']

const connect = async ({ adminUrl }: Installation): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: adminUrl })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const tablesOf = (client: pg.Client): Promise<AccountTable[]> =>
  listAccountTables(
    async <Row>(text: string, values: readonly unknown[] = []) => (await client.query(text, [...values])).rows as Row[],
  )

const plant = async (at: Installation, client: pg.Client): Promise<void> => {
  const tables = await tablesOf(client)
  const ours = { accountId: ACCOUNT, host: HOST, people: [GONE, STAYS], personal: PERSONAL }
  const { fileIds } = await plantAccount(client, tables, ours)
  await plantAccount(client, tables, { accountId: OTHER, host: OTHER_HOST, people: [ELSEWHERE], personal: PERSONAL })
  // Planted rows say that the account is held.
  await client.query('delete from account_closing')
  const folder = join(at.env.FILE_FOLDER ?? '', String(ACCOUNT))
  await mkdir(folder, { recursive: true })
  for (const [name, id] of Object.entries(fileIds)) {
    const phone = name === GONE.name ? GONE.phone : STAYS.phone
    await writeFile(join(folder, id), `canary-${name}-files ${phone}\n`)
  }
}

type Rows = Map<string, number>

/** Rows of each table, and a hash over all of an account. */
const readAccount = async (client: pg.Client, accountId: number): Promise<{ rows: Rows; hash: string }> => {
  const rows: Rows = new Map()
  const hash = createHash('sha256')
  for (const { name, accountColumn, key } of await tablesOf(client)) {
    const { rows: found } = await client.query<{ text: string }>(
      `select t::text as text from "${name}" t where ${accountColumn} = $1 order by ${key.join(', ')}`,
      [accountId],
    )
    rows.set(name, found.length)
    for (const { text } of found) hash.update(`${name} ${text}\n`)
  }
  return { rows, hash: hash.digest('hex') }
}

/** Starts a command, waits until it waits for a lock on this table, and kills it with -9. */
const killAtTable = async (at: Installation, client: pg.Client, table: string, args: string[]): Promise<void> => {
  await client.query('begin')
  await client.query(`lock table "${table}" in exclusive mode`)
  const child = spawn('node', [PROGRAM, ...args], { env: { ...process.env, ...at.env }, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const backends = `select wait_event_type = 'Lock' as waits from pg_stat_activity where application_name = 'patchbay operator'
    and backend_type = 'client backend' and datname = current_database() and query not like 'LISTEN%' and pid <> pg_backend_pid()`
  const observer = await connect(at)
  try {
    await waitUntil(`${args.slice(0, 2).join(' ')} waits for ${table}`, async () => {
      if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended before it reached ${table}`)
      return (await observer.query<{ waits: boolean }>(backends)).rows.some(({ waits }) => waits)
    })
    child.kill('SIGKILL')
    await ended
    await client.query('rollback')
    await waitUntil('its connections are gone', async () => (await observer.query(backends)).rows.length === 0)
  } finally {
    await observer.end()
  }
}

/** The members of two archives that differ; the manifests apart from their time. */
const compareArchives = async (one: string, other: string): Promise<string[]> => {
  const members = async (folder: string) =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort()
  const [ours, theirs] = [await members(one), await members(other)]
  const differing = ours.filter((name) => !theirs.includes(name)).concat(theirs.filter((name) => !ours.includes(name)))
  for (const name of ours.filter((path) => theirs.includes(path) && path !== 'manifest.json'))
    if (!(await readFile(join(one, name))).equals(await readFile(join(other, name)))) differing.push(name)
  const manifest = async (folder: string) => {
    const { createdAt: _time, ...rest } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    return JSON.stringify(rest)
  }
  return (await manifest(one)) === (await manifest(other)) ? differing : [...differing, 'manifest.json']
}

const CANARY = new RegExp(`canary-${GONE.name}-([a-z_]+)-([a-z0-9_]+)`, 'g')

/** Every line of a dump with the person in it, by table; those of the other account are not ours. */
const searchDump = async (
  at: Installation,
  marks: readonly string[],
  isKept: (table: string, column: string) => boolean = () => false,
): Promise<Map<string, number>> => {
  const { stdout } = await run('pg_dump', ['--data-only', `--dbname=${at.adminUrl}`], { maxBuffer: 1 << 29 })
  const found = new Map<string, number>()
  let table = ''
  for (const line of stdout.split('\n')) {
    table = /^COPY (\S+)/.exec(line)?.[1] ?? table
    // What the report keeps is taken away; whatever is left of the person is found.
    const left = line.replaceAll(CANARY, (text, at, column) => (isKept(at, column) ? '' : text))
    if (line.includes(String(OTHER)) || !marks.some((mark) => left.includes(mark))) continue
    found.set(table, (found.get(table) ?? 0) + 1)
  }
  return found
}

const searchFiles = async (at: Installation, marks: readonly string[]): Promise<number> => {
  const folder = at.env.FILE_FOLDER ?? ''
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const texts = await Promise.all(entries.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')))
  return texts.filter((text) => marks.some((mark) => text.includes(mark))).length
}

const show = (found: Map<string, number>): string =>
  [...found].map(([table, count]) => `${table} ${count}`).join(', ') || 'none'

/** Export, import that is killed and repeated, export again. */
const tripThere = async (here: Installation, there: Installation, folder: string, client: pg.Client) => {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  await here.operator('account', 'export', HOST, one)
  const manifest = JSON.parse(await readFile(join(one, 'manifest.json'), 'utf8'))
  const empty = (manifest.tables as { name: string; rows: number }[]).filter(({ rows }) => rows === 0)
  console.log(`tables that were empty: ${empty.map(({ name }) => name).join(', ') || 'none'}`)
  const args = ['account', 'import', one, '--admin-url', there.adminUrl]
  await killAtTable(there, client, 'webhook', args)
  const left = [...(await readAccount(client, ACCOUNT)).rows.values()].reduce((sum, rows) => sum + rows, 0)
  await there.operator(...args)
  await there.operator('account', 'export', HOST, two)
  const differing = await compareArchives(one, two)
  console.log(`members that differ after the way there and back: ${differing.join(', ') || 'none'}`)
  return { differing: differing.length, left, tables: manifest.tables.length, empty: empty.length }
}

type Report = {
  lines: { table: string; rows: number }[]
  rest: { table: string }[]
  keeps: { table: string; columns: string[] }[]
  untouched: Record<string, string>
}

const marksOf = ({ name, phone, email }: typeof GONE): string[] => [`canary-${name}-`, phone.slice(3), email]

/** Tables in which the person is found, and which an export leaves out: indexes, queues and lists of many people. */
const NOT_EXPORTED = /_token$|^(statistics_change|webhook_due|csv_import|list_export)$/

/** Where a dump has the person and the export has not, and how often the export has somebody else. */
const exportPerson = async (at: Installation, folder: string) => {
  const target = join(folder, 'person.jsonl')
  await at.operator('account', 'export-person', HOST, GONE.phone, target, '--admin-url', at.adminUrl)
  const text = await readFile(target, 'utf8')
  const exported = new Set(text.split('\n').map((line) => /^\{"table" : "(\w+)"/.exec(line)?.[1]))
  const missing = [...(await searchDump(at, marksOf(GONE))).keys()]
    .map((table) => table.replace('public.', ''))
    .filter((table) => !NOT_EXPORTED.test(table) && !exported.has(table))
  const files = await readdir(join(folder, 'person-files'))
  const foreign = [...marksOf(STAYS), `canary-${ELSEWHERE.name}-`].filter((mark) => text.includes(mark))
  console.log(`not in the export: ${missing.join(', ') || 'none'}; of others: ${foreign.join(', ') || 'none'}`)
  return { missing: missing.length + (files.length === 1 ? 0 : 1), foreign: foreign.length }
}

/** Erase, killed halfway and repeated, then once more for nothing. */
const erase = async (at: Installation, client: pg.Client) => {
  const [marks, others] = [marksOf(GONE), marksOf(STAYS)]
  const before = {
    stays: await searchDump(at, others),
    gone: await searchDump(at, marks),
    other: await readAccount(client, OTHER),
  }
  console.log(`the person is in: ${show(before.gone)}`)
  const args = ['account', 'erase-person', HOST, GONE.phone, '--admin-url', at.adminUrl]
  await killAtTable(at, client, 'call', args)
  const report = JSON.parse(await at.operator('--json', ...args)) as Report
  const again = JSON.parse(await at.operator('--json', ...args)) as Report
  const isKept = (table: string, column: string): boolean =>
    table in report.untouched || report.keeps.some((one) => one.table === table && one.columns.includes(column))
  const rest = report.rest.map(({ table }) => `public.${table}`)
  const found = await searchDump(at, marks, isKept)
  const columns = report.keeps.map((one) => `${one.table} (${one.columns.join(', ')})`)
  console.log(`kept by the report: ${columns.join('; ')}; found in: ${rest.join(', ') || 'none'}`)
  console.log(`found after erasing: ${show(found)}`)
  const outside = [...found].filter(([table]) => !rest.includes(table))
  const stays = await searchDump(at, others)
  // Lists that were exported are deleted for everybody: they can be made again.
  const harmed = [...before.stays].filter(([table, n]) => table !== 'public.list_export' && stays.get(table) !== n)
  console.log(`rows of somebody else that changed: ${harmed.map(([table]) => table).join(', ') || 'none'}`)
  const files = await searchFiles(at, marks)
  return {
    places: before.gone.size,
    outside: outside.length + files,
    harmed: harmed.length + ((await searchFiles(at, others)) === 1 ? 0 : 1),
    repeated: again.lines.length,
    foreign: (await readAccount(client, OTHER)).hash === before.other.hash ? 0 : 1,
  }
}

export const archive: Scenario = async (seed) => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-archive-fault-'))
  const [here, there] = await Promise.all([startInstallation(), startInstallation()])
  const [client, other] = await Promise.all([connect(here), connect(there)])
  try {
    await plant(here, client)
    const trip = await tripThere(here, there, folder, other)
    const exported = await exportPerson(here, folder)
    const erased = await erase(here, client)
    return {
      ...NO_ERRORS,
      lost: trip.differing + exported.missing + erased.harmed,
      phantom: trip.left + erased.outside,
      doubled: erased.repeated,
      foreign: exported.foreign + erased.foreign,
      trials: 3,
      seed,
      tables: trip.tables,
      tables_empty: trip.empty,
      places_of_the_person: erased.places,
    }
  } finally {
    await Promise.all([client.end(), other.end()])
    await Promise.all([here.close(), there.close()])
    await rm(folder, { recursive: true, force: true })
  }
}
