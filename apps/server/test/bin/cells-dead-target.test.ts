// PostgreSQL of the cell to which an account is moved is stopped in the middle of the move: the account opens again where it
// was, whole, and can be moved when the other cell is back.
import type { Tenant } from '@patchbay/testkit/installation'
import { runMover } from '@patchbay/testkit/mover'
import { waitUntil } from '@patchbay/testkit/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { abortMove, moveAccount } from '../../src/operator/cells/move.ts'
import { migrate } from '../../src/operator/migrations.ts'
import {
  customersAt,
  HOST,
  initCell,
  replicationOf,
  type Side,
  startAgain,
  startCells,
  startWriting,
} from '../support/cells.ts'

let east: Side
let west: Side
let tenant: Tenant
let accountId: number
let cellsFile: string

const cells = () => [east.cell, west.cell]

beforeAll(async () => {
  ;({ east, west, tenant, accountId, cellsFile } = await startCells())
  await initCell(east.installation, 'east', '--replication')
  await initCell(west.installation, 'west', '--replication')
}, 1_200_000)
afterAll(async () => {
  await Promise.all([east, west].map((side) => side?.close()))
})

const dieAt = async (args: readonly string[], step: string) => {
  const { code, output } = await runMover(args, step)
  expect([code, output.trim().split('\n').at(-1)]).toEqual([null, step])
}
const stopWest = () => west.installation.postgres.stop()
const comingTo = async ({ admin }: Side) =>
  (await admin.query(`select from cell.account_gate where state = 'coming'`)).rowCount
const isOpenAt = async ({ server }: Side) => (await tenant.api(server).get('/api/v5/credentials')).status === 200

/** Rows of the account, its gate and what replication has left there. */
const leftIn = async (side: Side, label: string) => ({
  customers: (await customersAt(side, accountId, label)).length > 0,
  gates: await comingTo(side),
  replication: (await replicationOf(side)).length > 0,
})
const DEAD = { cell: 'west', reason: expect.stringContaining('the database of the cell west does not answer') }
const NOTHING = { customers: false, gates: 0, replication: false }

const STEPS = {
  copy: ['draining', 'frozen', 'verified'],
  replication: ['subscribed', 'following', 'drained', 'unsubscribed'],
} as const

it.for(['copy', 'replication'] as const)(
  '[D-154] opens the source at once when the target is dead, whichever step of a move by %s it had reached',
  { timeout: 1_200_000 },
  async (way) => {
    const writing = startWriting([east, west], tenant, way)
    await writing.goesOn()
    for (const [place, step] of STEPS[way].entries()) {
      await dieAt([HOST, '--to', 'west', '--by', way, '--cells', cellsFile], step)
      await stopWest()
      expect(await abortMove(cells(), HOST)).toMatchObject({ openIn: 'east', cleaned: [], left: [DEAD] })
      // No slot: the source keeps no log for a cell that is dead.
      expect([step, await replicationOf(east)]).toEqual([step, []])
      await writing.goesOn()
      await expect(moveAccount(cells(), HOST, 'west')).rejects.toThrow('west does not answer')
      await startAgain(west)
      expect([step, await comingTo(west), await isOpenAt(west)]).toEqual([step, 1, false])
      // What is left is deleted by a repeat of the abort, or, below, by the next move.
      if (place % 2 === 1) continue
      expect(await abortMove(cells(), HOST)).toEqual({ cleaned: ['west'], left: [] })
      expect([step, await leftIn(west, way)]).toEqual([step, NOTHING])
      await expect(abortMove(cells(), HOST)).rejects.toThrow('no move')
    }
    await writing.stop()
    expect(await customersAt(east, accountId, way)).toEqual(writing.acknowledged)
  },
)

it('[D-154] opens it by itself when the target dies in the middle of the copy', async () => {
  await abortMove(cells(), HOST).catch(() => undefined)
  const writing = startWriting([east, west], tenant, 'copied')
  await writing.goesOn()
  await writing.stop()
  // More than the sockets hold, so that the source is in the middle of it too.
  await east.admin.query(`begin; set local session_replication_role = replica;
    update customer set patronymic = repeat('x', 2000000) where id in (select id from customer order by id limit 20); commit`)
  // The first row does not arrive; a lock would already stop what is deleted before.
  await west.admin.query(`
    create function hold_copy() returns trigger language plpgsql as 'begin perform pg_sleep(600); return new; end';
    create trigger hold_copy before insert on customer for each row execute function hold_copy();
    alter table customer enable always trigger hold_copy`)
  const states: string[] = []
  const failed = moveAccount(cells(), HOST, 'west', (state) => void states.push(state)).catch(String)
  const waits = async () =>
    (
      await east.admin.query(
        `select from pg_stat_activity where application_name = 'patchbay mover' and state = 'active' and wait_event = 'ClientWrite'`,
      )
    ).rowCount === 1
  await waitUntil('the source waits for the target', waits)
  await stopWest()
  expect(await failed).toMatch(/open in east, as before.*Not cleaned yet: west/)
  expect(states.at(-1)).toBe('frozen')
  await waitUntil('the account is open in east', () => isOpenAt(east))
  await startAgain(west)
  await west.admin.query('drop trigger hold_copy on customer; drop function hold_copy()')
}, 1_200_000)

it('[D-154] does not open the source after the decision, and opens the target when it is back', async () => {
  const writing = startWriting([east, west], tenant, 'last')
  await writing.goesOn()
  const to = [HOST, '--to', 'west', '--cells', cellsFile]
  await dieAt(to, 'decided')
  await expect(migrate(east.installation.adminUrl.replace('postgres@', 'patchbay_owner@'), [])).rejects.toThrow(
    `account ${accountId} is being moved`,
  )
  await stopWest()
  await expect(abortMove(cells(), HOST)).rejects.toThrow(/belongs to west.*patchbay account move moved\.test --to west/)
  expect((await runMover(to)).output).toContain('the database of the cell west does not answer')
  expect(await isOpenAt(east)).toBe(false)
  await startAgain(west)
  expect((await runMover(to)).output).toMatch(/moved\.test is open in west, closed for \d+ ms\. Update the router/)
  await writing.goesOn()
  await writing.stop()
  expect(await customersAt(west, accountId, 'last')).toEqual(writing.acknowledged)
  expect((await runMover([HOST, '--abort', '--cells', cellsFile])).output).toMatch(
    /lives in west.*--finish --keep-hours 0, then .*--to east/,
  )
}, 1_200_000)
