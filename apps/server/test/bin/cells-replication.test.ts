// An account is moved by logical replication between two private installations, while customers are written to it.
import { spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createHttpClient } from '@patchbay/testkit/http-client'
import { type Installation, type ServerChild, startInstallation, type Tenant } from '@patchbay/testkit/installation'
import { waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Cell } from '../../src/operator/cells/cells-file.ts'
import { abortMove, finishMove, moveAccount } from '../../src/operator/cells/move.ts'
import { readMap } from '../../src/operator/cells/router.ts'
import { migrate } from '../../src/operator/migrations.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const HOST = 'moved.test'
type Side = { installation: Installation; server: ServerChild; admin: pg.Client; cell: Cell }
let east: Side
let west: Side
let tenant: Tenant
let accountId: number
let cellsFile: string
const closing: (() => Promise<unknown>)[] = []

const initCell = ({ installation }: Pick<Side, 'installation'>, name: string, ...more: string[]) =>
  installation.operator('cell', 'init', name, '--admin-url', installation.adminUrl, ...more)

const startSide = async (name: string, first: number): Promise<Side> => {
  const installation = await startInstallation({ LOG_LEVEL: 'error' }, { settings: 'wal_level = logical' })
  closing.push(installation.close)
  await initCell({ installation }, name, '--range', `${first}-${first + 999_999}`)
  const server = await installation.startServer()
  const admin = new pg.Client({ connectionString: installation.adminUrl })
  admin.on('error', () => undefined)
  await admin.connect()
  closing.unshift(() => admin.end())
  const databaseUrl = installation.adminUrl.replace('postgres@', 'patchbay_mover@')
  const cell = { name, databaseUrl, servers: [`127.0.0.1:${server.port}`], fileFolder: installation.env.FILE_FOLDER }
  return { installation, server, admin, cell }
}

const cells = () => [east.cell, west.cell]

beforeAll(async () => {
  ;[east, west] = await Promise.all([startSide('east', 1), startSide('west', 1_000_001)])
  tenant = await east.installation.createTenant('Moved', HOST, east.server)
  await east.installation.createTenant('Stays', 'stays.test', east.server)
  accountId = (await east.admin.query(`select id from account where name = 'Moved'`)).rows[0].id
  cellsFile = join(await mkdtemp(join(tmpdir(), 'patchbay-cells-')), 'cells.json')
  await writeFile(cellsFile, JSON.stringify(Object.fromEntries(cells().map(({ name, ...cell }) => [name, cell]))))
}, 600_000)
afterAll(async () => {
  for (const close of closing) await close()
})

const move = (to: string, onState?: (state: string) => void) => moveAccount(cells(), HOST, to, onState, 'replication')

/** Numbered customers, written at both cells by a client that repeats what was refused, as behind a late router. */
const startWriting = (label: string) => {
  const clients = [east, west].map(({ server }) =>
    createHttpClient(server.origin, { host: HOST, 'x-api-key': tenant.apiKey }),
  )
  const acknowledged: string[] = []
  let running = true
  let at = 0
  const isTaken = async (id: string): Promise<boolean> => {
    const customer = { externalId: id, firstName: id }
    const reply = await clients[at]?.post('/api/v5/customers/create', { customer }).catch(() => undefined)
    // A repeat of what was stored already, although its answer was lost, is refused as a duplicate.
    const taken = reply !== undefined && (reply.status < 300 || reply.text.includes('externalId'))
    if (taken) acknowledged.push(id)
    else at = 1 - at
    return taken
  }
  const write = (id: string) => waitUntil(`${id} is acknowledged`, async () => !running || (await isTaken(id)), 600_000)
  const all = (async () => {
    for (let n = 0; running; n++) await write(`${label}-${n}`)
  })()
  return {
    acknowledged,
    stop: async () => {
      running = false
      await all
    },
  }
}

const customersAt = async ({ admin }: Side, label: string): Promise<string[]> => {
  const { rows } = await admin.query(
    'select external_id from customer where account_id = $1 and external_id like $2 order by id',
    [accountId, `${label}-%`],
  )
  return rows.map(({ external_id }) => external_id)
}

/** What a move may leave nowhere: a slot that is forgotten keeps the log until the disk is full. */
const leftovers = async (): Promise<string[]> => {
  const found: string[] = []
  for (const { admin } of [east, west]) {
    const { rows } = await admin.query(`select slot_name as name from pg_replication_slots
      union all select pubname from pg_publication union all select subname from pg_subscription`)
    found.push(...rows.map(({ name }) => name))
  }
  return found
}

const isOpenAt = async ({ server }: Side) => (await tenant.api(server).get('/api/v5/credentials')).status === 200

/** It ends with 1 where it finds errors. */
const doctorOf = ({ installation }: Side): Promise<string> =>
  installation.operator('doctor').catch((error: { stdout: string }) => error.stdout)

/** A server knows for up to a second what was. */
const opens = (side: Side) => waitUntil(`the account is open in ${side.cell.name}`, () => isOpenAt(side))

/** The mover as a process of its own, killed when it reports the step. */
const killMoverAt = (to: string, step: string): Promise<string> =>
  new Promise((resolve) => {
    const args = ['account', 'move', HOST, '--to', to, '--by', 'replication', '--cells', cellsFile]
    const child = spawn('node', ['apps/server/src/bin/patchbay.ts', ...args], { cwd: ROOT })
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk
      if (output.split('\n').includes(step)) child.kill('SIGKILL')
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('close', () => resolve(output))
  })

it('says what is missing before anything is begun', async () => {
  await expect(move('west')).rejects.toThrow('patchbay cell init east --replication')
  await initCell(east, 'east', '--replication')
  await expect(move('west')).rejects.toThrow('patchbay cell init west --replication')
  await initCell(west, 'west', '--replication')
  await east.admin.query('alter role patchbay_mover nobypassrls')
  await expect(move('west')).rejects.toThrow('lacks rights in the cell east')
  await east.admin.query('alter role patchbay_mover bypassrls')
  await east.admin.query('alter table webhook replica identity nothing')
  await expect(move('west')).rejects.toThrow('no replica identity with the account in webhook: move by copy')
  await east.admin.query('alter table webhook replica identity default')
  expect(await leftovers()).toEqual([])
  expect((await east.admin.query('select from cell.account_move')).rowCount).toBe(0)
  expect(await isOpenAt(east)).toBe(true)
})

it('leaves the role for moves as weak as it was', async () => {
  const strong = await west.admin.query(`select rolsuper from pg_roles where rolname = 'patchbay_mover'`)
  expect(strong.rows).toEqual([{ rolsuper: false }])
  for (const name of ['publish_account(integer, text[])', 'subscribe_account(integer, text)']) {
    const { rows } = await west.admin.query(
      `select has_function_privilege('patchbay', 'cell.${name}', 'execute') as may`,
    )
    expect([name, rows[0].may]).toEqual([name, false])
  }
})

it('leaves the source whole when a move is aborted, or fails, and no slot', async () => {
  const writing = startWriting('abort')
  await waitUntil('the account is written to', () => writing.acknowledged.length > 20)
  for (const step of ['subscribed', 'following', 'drained']) {
    expect(await killMoverAt('west', step)).toContain(step)
    expect(await leftovers()).toContain(`patchbay_move_${accountId}`)
    if (step === 'following') {
      expect(await doctorOf(east)).toContain(`patchbay_move_${accountId}`)
      await expect(migrate(east.installation.adminUrl.replace('postgres@', 'patchbay_owner@'), [])).rejects.toThrow(
        `account ${accountId} is being moved`,
      )
    }
    await abortMove(cells(), HOST)
    await opens(east)
    expect([step, await leftovers()]).toEqual([step, []])
    expect(await customersAt(west, 'abort')).toEqual([])
  }
  // A row that gets lost on the way is found by the checksums; PostgreSQL itself tries for ever what fails there.
  const faults = {
    'return null': 'the copy differs in customer',
    "raise 'planted'": 'replication fails in the cell west',
  }
  for (const [fault, message] of Object.entries(faults)) {
    await west.admin.query(`create function plant() returns trigger language plpgsql as
      $$ begin if new.external_id = 'abort-3' then ${fault}; end if; return new; end $$;
      create trigger plant before insert on customer for each row execute function plant();
      alter table customer enable always trigger plant`)
    await expect(move('west')).rejects.toThrow(message)
    await west.admin.query('drop function plant cascade')
    await opens(east)
    expect([fault, await leftovers(), await customersAt(west, 'abort')]).toEqual([fault, [], []])
  }
  await writing.stop()
  expect(await customersAt(east, 'abort')).toEqual(writing.acknowledged)
}, 600_000)

it('moves an account under writes, after a kill at every step, and loses and doubles nothing', async () => {
  const writing = startWriting('move')
  await waitUntil('the account is written to', () => writing.acknowledged.length > 20)
  for (const step of ['subscribed', 'following', 'frozen', 'drained', 'unsubscribed', 'decided'])
    expect(await killMoverAt('west', step)).toContain(step)
  const { compared } = await move('west')
  expect(compared).toBeUndefined()
  const before = writing.acknowledged.length
  await waitUntil('the writes go on over there', () => writing.acknowledged.length > before + 20)
  await writing.stop()
  expect(await customersAt(west, 'move')).toEqual(writing.acknowledged)
  await opens(west)
  expect([await leftovers(), await isOpenAt(east)]).toEqual([[], false])
  expect((await readMap(cells())).entries).toContainEqual({ host: HOST, cell: 'west' })
  await finishMove(cells(), HOST, 0)
  // The old rows are deleted there and nowhere else.
  expect(await customersAt(east, 'move')).toEqual([])
  expect(await customersAt(west, 'move')).toEqual(writing.acknowledged)
}, 600_000)

it('moves it back in one go', async () => {
  const seen: string[] = []
  const { compared } = await move('east', (state) => void seen.push(state))
  expect(seen).toEqual([
    ...['planned', 'subscribed', 'following', 'draining', 'frozen', 'drained', 'copied', 'unsubscribed', 'verified'],
    ...['decided', 'opened'],
  ])
  expect(compared).toMatchObject({ differing: [] })
  await opens(east)
  expect(await leftovers()).toEqual([])
}, 600_000)
