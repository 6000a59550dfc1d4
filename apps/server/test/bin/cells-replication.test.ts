// An account is moved by logical replication between two private installations, while customers are written to it.
import type { Tenant } from '@patchbay/testkit/installation'
import { runMover } from '@patchbay/testkit/mover'
import { waitUntil } from '@patchbay/testkit/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { abortMove, finishMove, moveAccount } from '../../src/operator/cells/move.ts'
import { listTablesWithRows } from '../../src/operator/cells/move-copy.ts'
import { readMap } from '../../src/operator/cells/router.ts'
import { migrate } from '../../src/operator/migrations.ts'
import * as support from '../support/cells.ts'
import { HOST, initCell, replicationOf, type Side, startCells } from '../support/cells.ts'

let east: Side
let west: Side
let tenant: Tenant
let accountId: number
let cellsFile: string

const cells = () => [east.cell, west.cell]

beforeAll(async () => {
  ;({ east, west, tenant, accountId, cellsFile } = await startCells())
  await east.installation.createTenant('Stays', 'stays.test', east.server)
}, 600_000)
afterAll(async () => {
  await Promise.all([east, west].map((side) => side?.close()))
})

const move = (to: string, onState?: (state: string) => void, wayBack = false) =>
  moveAccount(cells(), HOST, to, onState, { way: 'replication', wayBack })
const startWriting = (label: string) => support.startWriting([east, west], tenant, label)
const customersAt = (side: Side, label: string) => support.customersAt(side, accountId, label)
const leftovers = async () => [...(await replicationOf(east)), ...(await replicationOf(west))]
const killMoverAt = async (to: string, step: string, ...more: string[]) =>
  (await runMover([HOST, '--to', to, '--by', 'replication', ...more, '--cells', cellsFile], step)).output

const isOpenAt = async ({ server }: Side) => (await tenant.api(server).get('/api/v5/credentials')).status === 200

/** It ends with 1 where it finds errors. */
const doctorOf = ({ installation }: Side): Promise<string> =>
  installation.operator('doctor').catch((error: { stdout: string }) => error.stdout)

/** A server knows for up to a second what was. */
const opens = (side: Side) => waitUntil(`the account is open in ${side.cell.name}`, () => isOpenAt(side))

it('says what is missing before anything is begun', async () => {
  await expect(move('west')).rejects.toThrow('patchbay cell init east --replication')
  await initCell(east.installation, 'east', '--replication')
  await expect(move('west')).rejects.toThrow('patchbay cell init west --replication')
  await initCell(west.installation, 'west', '--replication')
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
  for (const name of ['publish_account(integer, text[])', 'subscribe_account(integer, text, text, boolean)']) {
    const { rows } = await west.admin.query(
      `select has_function_privilege('patchbay', 'cell.${name}', 'execute') as may`,
    )
    expect([name, rows[0].may]).toEqual([name, false])
  }
})

it('[D-152] leaves the source whole when a move is aborted, or fails, and no slot', async () => {
  const writing = startWriting('abort')
  await writing.goesOn()
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

it('[D-152] moves an account under writes, after a kill at every step, and loses and doubles nothing', async () => {
  const writing = startWriting('move')
  await writing.goesOn()
  for (const step of ['subscribed', 'following', 'frozen', 'drained', 'unsubscribed', 'decided'])
    expect(await killMoverAt('west', step)).toContain(step)
  const { compared } = await move('west')
  expect(compared).toBeUndefined()
  await writing.goesOn()
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
  await finishMove(cells(), HOST, 0)
}, 600_000)

it('[D-160] lets the old rows follow an account with a way back, and returns it without a copy, after kills', async () => {
  const writing = startWriting('way back')
  await writing.goesOn()
  // The way back of an aborted move is no way at all, and nothing is left of it.
  expect(await killMoverAt('west', 'drained', '--way-back')).toContain('drained')
  await abortMove(cells(), HOST)
  await opens(east)
  expect(await leftovers()).toEqual([])

  for (const step of ['subscribed', 'following', 'drained', 'unsubscribed', 'decided'])
    expect(await killMoverAt('west', step, '--way-back')).toContain(step)
  await move('west')
  await opens(west)
  await writing.goesOn()
  expect(await doctorOf(west)).toContain(`patchbay_move_${accountId}`)
  for (const { installation } of [east, west])
    await expect(migrate(installation.adminUrl.replace('postgres@', 'patchbay_owner@'), [])).rejects.toThrow(
      `account ${accountId} is being moved`,
    )
  const last = writing.acknowledged.length
  await waitUntil('the old rows have followed', async () => (await customersAt(east, 'way back')).length >= last)
  expect(await isOpenAt(east)).toBe(false)

  for (const step of ['planned', 'frozen', 'decided']) expect(await killMoverAt('east', step)).toContain(step)
  await move('east')
  await writing.goesOn()
  await writing.stop()
  await opens(east)
  expect(await customersAt(east, 'way back')).toEqual(writing.acknowledged)
  expect([await leftovers(), await isOpenAt(west)]).toEqual([[], false])
  await finishMove(cells(), HOST, 0)
  expect(await customersAt(west, 'way back')).toEqual([])
}, 600_000)

it('[D-160] ends the way back with the old rows, and compares all rows when the account returns', async () => {
  await move('west', undefined, true)
  await opens(west)
  const seen: string[] = []
  const { compared } = await move('east', (state) => void seen.push(state))
  expect([seen[0], compared?.differing]).toEqual(['ready', []])
  await finishMove(cells(), HOST, 0)
  await move('west', undefined, true)
  await finishMove(cells(), HOST, 0)
  expect([await leftovers(), await listTablesWithRows(east.admin, accountId)]).toEqual([[], []])
  await opens(west)
}, 600_000)
