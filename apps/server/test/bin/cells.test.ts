// Two cells with a real HAProxy in front: the router finds the cell of an account, and the account is moved.
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createHttpClient } from '@patchbay/testkit/http-client'
import type { Tenant } from '@patchbay/testkit/installation'
import { freePort, waitUntil } from '@patchbay/testkit/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { abortMove, finishMove, moveAccount } from '../../src/operator/cells/move.ts'
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
  const last = 'select max(name) from migration.kysely_migration'
  await west.admin.query(`update migration.kysely_migration set name = name || '-later' where name = (${last})`)
  await expect(moveAccount(cells(), 'moved.test', 'west')).rejects.toThrow('different migrations')
  await west.admin.query(
    `update migration.kysely_migration set name = replace(name, '-later', '') where name = (${last})`,
  )
  expect((await tenant.api(east.server).get('/api/v5/credentials')).status).toBe(200)
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
    const files = join(east.cell.fileFolder ?? '', String(id))
    await mkdir(files, { recursive: true })
    await writeFile(join(files, 'a-file'), 'bytes')
    await east.admin.query(
      `insert into pgboss.job (name, data, start_after) values ('users.send-link', $1, now() + interval '1 day')`,
      [JSON.stringify({ accountId: id, userId: 1, reason: 'reset' })],
    )
    const seen: string[] = []
    const { compared } = await moveAccount(cells(), 'moved.test', 'west', (state) => void seen.push(state))
    expect(seen).toEqual(['planned', 'draining', 'frozen', 'copied', 'verified', 'decided', 'opened'])
    expect(compared).toMatchObject({ differing: [] })
    expect(compared?.rows).toBeGreaterThan(10)
    expect(await readFile(join(west.cell.fileFolder ?? '', String(id), 'a-file'), 'utf8')).toBe('bytes')
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
  await finishMove(cells(), 'moved.test', 0)
  expect((await east.admin.query('select from account where id = $1', [id])).rowCount).toBe(0)
}, 300_000)
