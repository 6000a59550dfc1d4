// Migrations of tables that others use meanwhile. D-119: an index on a big table is built while they write it, also after a crash
// and by several runners at once.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDatabase, dropDatabase, ensureTemplate } from '@patchbay/testkit/database'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readAdminUrl } from '../../src/config.ts'
import { openMover, shareMigrationLock } from '../../src/operator/cells/move-store.ts'
import { migrate } from '../../src/operator/migrations.ts'

const patience = { timeout: 60_000 }
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const LATER = ['0002-index', '0003-column', '0004-another-index']

let folder: string
let name: string
let admin: pg.Client
/** Someone else, in the middle of a transaction that writes the table. */
let writer: pg.Client

const urlAs = (role: string): string =>
  Object.assign(new URL(readAdminUrl()), { username: role, pathname: `/${name}` }).href
const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
const run = () => migrate(urlAs('patchbay_owner'), [], folder)
const write = (file: string, text: string) => writeFile(join(folder, `${file}.sql`), text)

const indexes = async () =>
  (
    await admin.query(
      `select indexrelid::int as id, indexrelid::regclass::text as name, indisvalid as valid from pg_index
       where indrelid = 'place'::regclass order by 2`,
    )
  ).rows
const builders = async (): Promise<number[]> => {
  const { rows } = await admin.query(
    `select pid from pg_stat_activity where datname = $1 and pid <> pg_backend_pid() and state = 'active'
       and wait_event_type = 'Lock' and query like '%create index concurrently%'`,
    [name],
  )
  return rows.map(({ pid }) => pid)
}
const WAITING = `select from pg_stat_activity
  where datname = $1 and wait_event_type = 'Lock' and query like 'alter table place%'`
const runnersConnected = async (): Promise<number> => {
  const of = `select count(*)::int as n from pg_stat_activity where datname = $1 and usename = 'patchbay_owner'`
  return (await admin.query(of, [name])).rows[0].n
}

// Creates the roles.
beforeAll(async () => void (await ensureTemplate()))
beforeEach(async () => {
  name = `patchbay_test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`
  const first = await connect(readAdminUrl())
  await first.query(`create database ${name} owner patchbay_owner`)
  await first.end()
  admin = await connect(urlAs(new URL(readAdminUrl()).username))
  writer = await connect(urlAs('patchbay_owner'))
  folder = await mkdtemp(join(tmpdir(), 'patchbay-migrations-'))
  await write('0001-table', 'create table place (id int, city text);\ninsert into place values (1, $$Lund$$);')
  expect(await run()).toEqual(['0001-table'])
  await write('0002-index', '-- concurrently\n-- Why.\ncreate index concurrently by_city on place (city)\n')
  await write('0003-column', 'alter table place add code text;')
  await write('0004-another-index', '-- concurrently\ncreate unique index concurrently by_code on place (code);')
})
afterEach(async () => {
  await writer.end()
  await admin.end()
  await dropDatabase(name)
  await rm(folder, { recursive: true })
})

const startWriting = async () => {
  await writer.query('begin')
  await writer.query('update place set id = id')
}

it('says for whom it waits', async () => {
  await admin.query('select pg_advisory_lock(7281995)')
  const said: string[] = []
  const waiting = migrate(urlAs('patchbay_owner'), [], folder, (text) => void said.push(text))
  await expect
    .poll(() => said, patience)
    .toEqual([expect.stringContaining('waits until another migration has ended: process ')])
  await admin.query('select pg_advisory_unlock(7281995)')
  expect(await waiting).toEqual(LATER)
})

it('[D-119] waits for the statement that a killed process left behind in PostgreSQL', async () => {
  await startWriting()
  const program = `import { migrate } from './apps/server/src/operator/migrations.ts'
    await migrate('${urlAs('patchbay_owner')}', [], '${folder}')`
  const killed = spawn('node', ['--input-type=module', '--eval', program], { cwd: ROOT, stdio: 'inherit' })
  await expect.poll(builders, patience).toHaveLength(1)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const said: string[] = []
  const waiting = migrate(urlAs('patchbay_owner'), [], folder, (text) => void said.push(text))
  await expect.poll(() => said, patience).toEqual([expect.stringContaining('waits until another migration has ended')])
  expect(await builders()).toHaveLength(1)
  await writer.query('commit')
  expect(await waiting).toEqual(LATER)
})

it('[D-119] drops the invalid index that a crash left behind and builds it again', async () => {
  await startWriting()
  const crashed = run().catch((error: Error) => error)
  await expect.poll(builders, patience).toHaveLength(1)
  await admin.query('select pg_terminate_backend($1)', await builders())
  expect(await crashed).toBeInstanceOf(Error)
  expect(await indexes()).toMatchObject([{ name: 'by_city', valid: false }])
  await writer.query('commit')
  expect(await run()).toEqual(LATER)
  expect(await indexes()).toMatchObject([
    { name: 'by_city', valid: true },
    { name: 'by_code', valid: true },
  ])
  expect(await run()).toEqual([])
})

it('[D-119] keeps an index that was built before the process ended', async () => {
  expect(await run()).toEqual(LATER)
  const before = await indexes()
  await admin.query(`delete from migration.kysely_migration where name = '0004-another-index'`)
  expect(await run()).toEqual(['0004-another-index'])
  expect(await indexes()).toEqual(before)
})

it('[D-119] several runners at once: one builds, the others wait without blocking it, and the table is written meanwhile', async () => {
  await startWriting()
  const runners = [run(), run(), run()]
  await expect.poll(builders, patience).toHaveLength(1)
  // The writer and the three runners.
  await expect.poll(runnersConnected, patience).toBe(4)
  await admin.query(`insert into place values (2, 'Malmö')`)
  await writer.query('commit')
  expect((await Promise.all(runners)).flat()).toEqual(LATER)
  expect(await indexes()).toMatchObject([{ valid: true }, { valid: true }])
})

it('a migration that fails leaves what came before the index, and the next run goes on from there', async () => {
  await write('0003-column', 'alter table place add code text; select wrong;')
  await expect(run()).rejects.toThrow('wrong')
  expect(await indexes()).toMatchObject([{ name: 'by_city', valid: true }])
  await write('0003-column', 'alter table place add code text;')
  expect(await run()).toEqual(['0003-column', '0004-another-index'])
})

it('[D-159] waits for a table a moment at a time, so that others read and write it meanwhile', async () => {
  await run()
  await write('0005-column', 'alter table place add country text;')
  await startWriting()
  const migrating = run()
  const waiting = async () => (await admin.query(WAITING, [name])).rows.length
  await expect.poll(waiting, patience).toBe(1)
  // Behind the waiting migration, and so only because it gives up: the writer goes on holding the table.
  await admin.query('update place set city = city where id = 2')
  expect((await admin.query('select * from place')).rowCount).toBe(1)
  await writer.query('commit')
  expect(await migrating).toEqual(['0005-column'])
})

it('[D-159] begins again after a deadlock; each file is a transaction of its own', async () => {
  await write('0005-other', 'create table other (id int);')
  await run()
  await write('0006-third', 'create table third (id int);')
  await write('0007-both', 'alter table place add country text; alter table other add country text;')
  await writer.query('begin; lock table other')
  const migrating = run()
  const waiting = async () => (await admin.query(WAITING, [name])).rows.length
  await expect.poll(waiting, patience).toBe(1)
  expect((await admin.query(`select to_regclass('third')::text as name`)).rows).toEqual([{ name: 'third' }])
  // The migration has this table and waits for the other one: one of the two is cancelled.
  await writer.query('lock table place').catch(() => undefined)
  await writer.query('rollback')
  expect(await migrating).toEqual(['0006-third', '0007-both'])
})

const GATES = `create schema cell; grant usage on schema cell to patchbay_owner;
  create table cell.account_gate (account_id int, state text);
  create table cell.account_move (account_id int, state text);`

it('[D-156] runs no file after a move of an account has begun', async () => {
  await run()
  await write('0005-cells', `${GATES} insert into cell.account_gate values (7, 'coming');`)
  await write('0006-late', 'alter table place add country text;')
  await expect(run()).rejects.toThrow('account 7 is being moved')
  const { rows } = await admin.query('select max(name) as last from migration.kysely_migration')
  expect(rows).toEqual([{ last: '0005-cells' }])
  await admin.query(`update cell.account_gate set state = 'gone'`)
  expect(await run()).toEqual(['0006-late'])
})

it('[D-156] runs no file before the account is open in its new cell, whatever the gate says here', async () => {
  const database = await createDatabase()
  const mover = await openMover(database.adminUrl)
  try {
    await mover.query(`insert into cell.account_gate (account_id, state, move_id) values (7, 'gone', gen_random_uuid());
      insert into cell.account_move (account_id, id, to_cell, hosts, state) select 7, move_id, 'west', '{}', 'decided' from cell.account_gate`)
    await expect(migrate(database.ownerUrl, [])).rejects.toThrow('account 7 is being moved')
    await mover.query(`update cell.account_move set state = 'opened'`)
    expect(await migrate(database.ownerUrl, [])).toEqual([])
  } finally {
    await mover.end()
    await database.drop()
  }
})

it('[D-156] and the movers of accounts keep each other out', async () => {
  const mover = () => openMover(urlAs(new URL(readAdminUrl()).username))
  const movers = [await mover(), await mover()]
  const share = () => Promise.all(movers.map((one) => shareMigrationLock(one, 'east')))
  await startWriting()
  const migrating = run()
  await expect.poll(builders, patience).toHaveLength(1)
  await expect(share()).rejects.toThrow(
    /a migration is running in the cell east \(process \d+ of PostgreSQL, patchbay mig/,
  )
  await writer.query('commit')
  expect(await migrating).toEqual(LATER)

  await share()
  await write('0005-column', 'alter table place add country text;')
  const said: string[] = []
  const waiting = migrate(urlAs('patchbay_owner'), [], folder, (text) => void said.push(text)).catch(String)
  await expect.poll(() => said, patience).toEqual([expect.stringContaining('waits until another')])
  // It was being planned; now it is open, and may take hours.
  await admin.query(`${GATES} insert into cell.account_gate values (7, 'coming');
    grant select on cell.account_gate, cell.account_move to patchbay_owner`)
  expect(await waiting).toContain('account 7 is being moved')
  await Promise.all(movers.map((one) => one.end()))
})

it('refuses a database of a newer release', async () => {
  expect(await run()).toEqual(LATER)
  await rm(join(folder, '0004-another-index.sql'))
  await expect(run()).rejects.toThrow('0004-another-index is missing')
})
