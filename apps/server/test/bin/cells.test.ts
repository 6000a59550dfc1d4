// Two cells with a real HAProxy in front: the router finds the cell of an account, and the account is moved.
import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createHttpClient } from '@patchbay/testkit/http-client'
import type { Tenant } from '@patchbay/testkit/installation'
import { freePort, waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { abortMove, finishMove, moveAccount } from '../../src/operator/cells/move.ts'
import { lockMove, openMover } from '../../src/operator/cells/move-store.ts'
import { readMap, writeMap } from '../../src/operator/cells/router.ts'
import { renderHaproxy } from '../../src/operator/cells/router-map.ts'
import { type Side, startSide } from '../support/cells.ts'

const run = promisify(execFile)
const HAPROXY = '/usr/sbin/haproxy'
let east: Side
let west: Side
let tenant: Tenant
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-router-'))
  ;[east, west] = await Promise.all([startSide('east', 1), startSide('west', 1_000_001)])
  tenant = await east.installation.createTenant('Moved', 'moved.test', east.server)
  await east.installation.createTenant('Stays', 'stays.test', east.server)
}, 600_000)
afterAll(async () => {
  await Promise.all([east, west].map((side) => side?.close()))
})

const cells = () => [east.cell, west.cell]
const accountId = async () =>
  (await east.admin.query(`select id from account where name = 'Moved'`)).rows[0].id as number

const folderOf = ({ cell }: Side, id: number) => join(cell.fileFolder ?? '', String(id))
const WAITING = `select from pg_stat_activity where application_name = 'patchbay mover' and wait_event_type = 'Lock'`

/** The migrations of the west are those of a later release. */
const migrateLater = () =>
  west.admin.query(`insert into migration.kysely_migration (name, timestamp) values ('9999-later', '')`)

const startRouter = async () => {
  const [port, map] = [await freePort(), join(folder, 'cells.map')]
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, renderHaproxy(cells(), map, `127.0.0.1:${port}`, join(folder, 'admin.sock')))
  await writeMap(map, await readMap(cells()))
  await run(HAPROXY, ['-c', '-f', file])
  const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: 'ignore' })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const close = async () => {
    child.kill('SIGKILL')
    await gone
  }
  const through = (host: string) => createHttpClient(`http://127.0.0.1:${port}`, { host, 'x-api-key': tenant.apiKey })
  const isServed = async () =>
    (
      await through('moved.test')
        .get('/api/v5/credentials')
        .catch(() => undefined)
    )?.status === 200
  await waitUntil('the router serves', isServed)
  return { through, map, close }
}

it('[D-156] refuses a target with another SECRET_KEY or other migrations, and leaves the account as it was', async () => {
  const { rows } = await west.admin.query('select key_digest from cell.installation')
  await west.admin.query(`update cell.installation set key_digest = '\\x00'`)
  await expect(moveAccount(cells(), 'moved.test', 'west')).rejects.toThrow('SECRET_KEY')
  await west.admin.query('update cell.installation set key_digest = $1', [rows[0].key_digest])
  await migrateLater()
  await expect(moveAccount(cells(), 'moved.test', 'west')).rejects.toThrow('different migrations')
  // Neither is one completed that was begun before.
  await east.admin.query(
    `insert into cell.account_move (account_id, id, to_cell, hosts, state) values ($1, gen_random_uuid(), 'west', '{moved.test}', 'planned')`,
    [await accountId()],
  )
  await expect(moveAccount(cells(), 'moved.test', 'west')).rejects.toThrow('different migrations: abort')
  expect((await east.admin.query('select state from cell.account_move')).rows).toEqual([{ state: 'planned' }])
  await abortMove(cells(), 'moved.test')
  await east.admin.query('delete from cell.account_move')
  await west.admin.query(`delete from migration.kysely_migration where name = '9999-later'`)
  expect((await tenant.api(east.server).get('/api/v5/credentials')).status).toBe(200)
})

it('[D-156] leaves out a cell that is not migrated yet, and says what to do', async () => {
  const { rows } = await west.admin.query(
    `delete from migration.kysely_migration where name = (select max(name) from migration.kysely_migration) returning *`,
  )
  const older = 'the cell west has older migrations than this release of Patchbay: run patchbay migrate there'
  await expect(moveAccount(cells(), 'moved.test', 'west')).rejects.toThrow(older)
  // The other cells do not need it.
  await expect(abortMove(cells(), 'moved.test')).rejects.toThrow(`no move of moved.test is under way; ${older}`)
  await west.admin.query('insert into migration.kysely_migration (name, timestamp) values ($1, $2)', [
    ...[rows[0].name, rows[0].timestamp],
  ])
})

it('[D-156] refuses a move while a cell is migrated', async () => {
  await west.admin.query('select pg_advisory_lock(7281995)')
  await expect(moveAccount(cells(), 'moved.test', 'west')).rejects.toThrow(
    /a migration is running in the cell west \(process \d+ of PostgreSQL, from/,
  )
  await west.admin.query('select pg_advisory_unlock(7281995)')
})

it('refuses a move when only one cell has a folder of files', async () => {
  const other = { ...west.cell, fileFolder: undefined }
  await expect(moveAccount([east.cell, other], 'moved.test', 'west')).rejects.toThrow('none for west: give both')
  expect((await east.admin.query(`select from cell.account_move where state <> 'aborted'`)).rowCount).toBe(0)
})

it('says who is moving an account, and loses a mover whose machine vanished soon', async () => {
  const movers = [await openMover(east.cell.databaseUrl), await openMover(east.cell.databaseUrl)] as const
  await lockMove(movers[0], 7)
  await expect(lockMove(movers[1], 7)).rejects.toThrow(
    /another process is moving this account \(process \d+ of PostgreSQL, patchbay mover, from 127\.0\.0\.1, since 2/,
  )
  const { rows } = await movers[0].query(
    `select name, setting::int as value from pg_settings where name like 'tcp\\_%' order by name`,
  )
  expect(rows).toEqual([
    { name: 'tcp_keepalives_count', value: 3 },
    { name: 'tcp_keepalives_idle', value: 5 },
    { name: 'tcp_keepalives_interval', value: 5 },
    { name: 'tcp_user_timeout', value: 20_000 },
  ])
  await Promise.all(movers.map((one) => one.end()))
})

it('refuses a move by replication where PostgreSQL writes no logical log', async () => {
  const move = moveAccount(cells(), 'moved.test', 'west', undefined, { way: 'replication' })
  await expect(move).rejects.toThrow('east has wal_level = replica')
  expect((await east.admin.query('select from cell.account_move')).rowCount).toBe(0)
})

it('opens the source again when a step fails, and when a move is aborted', async () => {
  // A row at the target that no move brought.
  const id = await accountId()
  await west.admin.query(
    `insert into account (id, name, public_url) overriding system value values ($1, 'Other', 'http://x.test')`,
    [id],
  )
  await expect(moveAccount(cells(), 'moved.test', 'west')).rejects.toThrow('rows of account')
  await west.admin.query('delete from account where id = $1', [id])
  await expect(abortMove(cells(), 'moved.test')).rejects.toThrow('no move')
  expect((await tenant.api(east.server).get('/api/v5/credentials')).status).toBe(200)
  expect((await east.admin.query('select from cell.account_gate')).rowCount).toBe(0)
})

it('[D-138][D-140] moves rows, jobs and files, follows with the router, and refuses the account where it was', async () => {
  const id = await accountId()
  const router = await startRouter()
  try {
    expect((await router.through('nobody.test').get('/api/versions')).status).toBe(421)
    await mkdir(folderOf(east, id), { recursive: true })
    await writeFile(join(folderOf(east, id), 'a-file'), 'bytes')
    await east.admin.query(
      `insert into pgboss.job (name, data, start_after) values ('users.send-link', $1, now() + interval '1 day')`,
      [JSON.stringify({ accountId: id, userId: 1, reason: 'reset' })],
    )
    const seen: string[] = []
    const { compared } = await moveAccount(cells(), 'moved.test', 'west', (state) => void seen.push(state))
    expect(seen).toEqual(['planned', 'draining', 'frozen', 'copied', 'verified', 'decided', 'opened'])
    expect(compared).toMatchObject({ differing: [] })
    expect(compared?.rows).toBeGreaterThan(10)
    expect(await readFile(join(folderOf(west, id), 'a-file'), 'utf8')).toBe('bytes')
    const jobs = async ({ admin }: Side) =>
      (await admin.query(`select from pgboss.job where data ->> 'accountId' = $1`, [String(id)])).rowCount
    expect([await jobs(east), await jobs(west)]).toEqual([0, 1])

    // The old map still leads to the east, which says: retry.
    const late = await router.through('moved.test').get('/api/v5/credentials')
    expect([late.status, late.headers['retry-after']]).toEqual([503, '2'])
    const map = await readMap(cells())
    expect(map).toEqual({
      epoch: 1,
      entries: [
        { host: 'moved.test', cell: 'west' },
        { host: 'stays.test', cell: 'east' },
      ],
    })
    await writeMap(router.map, map)
    await expect(writeMap(router.map, { ...map, epoch: 0 })).rejects.toThrow('epoch 1')

    // A dead cell is not in the way of a map of the others.
    const said: string[] = []
    const dead = (side: Side) => ({ ...side.cell, databaseUrl: 'postgres://patchbay_mover@127.0.0.1:1/patchbay' })
    const ask = (file?: string) => readMap([dead(east), west.cell], file, (text) => void said.push(text))
    expect(await ask(router.map)).toEqual(map)
    expect(said).toEqual([expect.stringMatching(/the cell east does not answer.*its lines stay as they are in/)])
    expect(await ask()).toEqual({ epoch: 0, entries: [{ host: 'moved.test', cell: 'west' }] })
    expect(said[1]).toContain('its hosts are missing')
    await expect(readMap([dead(east), dead(west)], router.map, () => undefined)).rejects.toThrow('no cell answers')
  } finally {
    await router.close()
  }
  const after = await startRouter()
  try {
    const key = after.through('moved.test')
    expect((await key.get('/api/v5/credentials')).status).toBe(200)
    // The sequences of the target are past the ids that came.
    const edited = await key.post('/api/v5/reference/sites/new/edit', {
      site: { name: 'New', url: 'https://new.test' },
    })
    expect(edited.status).toBeLessThan(300)
    const stays = createHttpClient(east.server.origin, { host: 'stays.test' })
    expect((await stays.get('/api/system-info')).status).toBe(200)
    // With one account left, the east still answers to no foreign host.
    expect((await createHttpClient(east.server.origin, { host: 'nobody.test' }).get('/api/system-info')).status).toBe(
      404,
    )
  } finally {
    await after.close()
  }
  await expect(finishMove(cells(), 'moved.test', 24)).rejects.toThrow('24 more hours')

  // The account returned in the moment in which the old rows were to be deleted: they are in use again.
  const returning = new pg.Client({ connectionString: east.installation.adminUrl })
  await returning.connect()
  await returning.query('begin')
  await returning.query(`update cell.account_move set state = 'done' where state = 'opened'`)
  const finishing = finishMove(cells(), 'moved.test', 0).catch(String)
  await waitUntil('the old rows are to be deleted', async () => (await east.admin.query(WAITING)).rowCount === 1)
  await returning.query('commit')
  expect(await finishing).toContain('the move is not opened any more')
  expect((await east.admin.query('select from account where id = $1', [id])).rowCount).toBe(1)
  await returning.query(`update cell.account_move set state = 'opened' where state = 'done'`)
  await returning.end()

  // The old folder is that of the new cell too, by another path.
  const shared = { ...east.cell, fileFolder: `${west.cell.fileFolder}/` }
  await finishMove([shared, west.cell], 'moved.test', 0)
  expect((await east.admin.query('select from account where id = $1', [id])).rowCount).toBe(0)
  expect(readdirSync(folderOf(west, id))).toEqual(['a-file'])
}, 300_000)

it('deletes files with rows: at the target after an abort, at the source with --finish', async () => {
  const { rows } = await west.admin.query<{ id: number }>(`select id from account where name = 'Moved'`)
  const id = rows[0]?.id ?? 0
  await rm(folderOf(east, id), { recursive: true })
  let copied: string[] = []
  const failed = moveAccount(cells(), 'moved.test', 'east', (state) => {
    if (state !== 'copied') return
    copied = readdirSync(folderOf(east, id))
    throw new Error('planted')
  })
  await expect(failed).rejects.toThrow('planted. Aborted: moved.test is open in west, as before')
  expect([copied, existsSync(folderOf(east, id))]).toEqual([['a-file'], false])
  await moveAccount(cells(), 'moved.test', 'east')
  await finishMove(cells(), 'moved.test', 0)
  expect([readdirSync(folderOf(east, id)), existsSync(folderOf(west, id))]).toEqual([['a-file'], false])
}, 300_000)
