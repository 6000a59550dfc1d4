import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { messageOf } from '../../lib/errors.ts'
import type { Cell } from './cells-file.ts'
import { type Connections, cellNamed, notFound, type OpenCell, withCells } from './connections.ts'
import { type Cleaning, cleanAborted, openSource } from './move-abort.ts'
import { type Comparison, purgeAccount } from './move-copy.ts'
import { deleteFolder, findOwnFolder } from './move-files.ts'
import { assertCanReplicate, endWayBack, publishAccount } from './move-replication.ts'
import {
  canAbort,
  describeAbort,
  isMoverDone,
  type MoveWay,
  stateAfter,
  whichMove,
  whyNotAbort,
  whyNotFinish,
  whyNotMoveFiles,
} from './move-rules.ts'
import { assertEmpty, createSteps, type OnState } from './move-steps.ts'
import {
  type CellFacts,
  findAccountByHost,
  findOpenMove,
  insertMove,
  inTransaction,
  listHosts,
  lockMove,
  type Move,
  readFacts,
  type Sides,
  shareMigrationLock,
  tryLockMove,
  updateState,
} from './move-store.ts'
import { dropSubscription, isPublished } from './replication-store.ts'
import { until } from './until.ts'

// Moves an account to another cell: by stopping it and copying it, or by replication, with a short stop. Every step can be
// repeated: the next run of the command after a kill goes on where the last one was.

/** A connection that was given up ends within moments, and its lock with it. */
const LOCK_WAIT_MS = 30_000
const LOCK_POLL_MS = 200

export type How = {
  way: MoveWay
  /** The old rows follow the account, so that it can return in a moment, until they are deleted. */
  wayBack: boolean
}

export type MoveReport = { move: Move; compared: Comparison | undefined; pausedMs: number | undefined }

/** From here on no migration begins in either cell, until the mover ends. */
const assertSame = async ({ source, target, from, to }: Sides): Promise<{ here: CellFacts; there: CellFacts }> => {
  await shareMigrationLock(source, from.name)
  await shareMigrationLock(target, to.name)
  const [here, there] = [await readFacts(source), await readFacts(target)]
  if (here.keyDigest !== there.keyDigest)
    throw new Error('the cells have different SECRET_KEYs: sealed secrets could not be opened there')
  if (here.migrations.join() !== there.migrations.join())
    throw new Error(
      'the cells have different migrations: abort a move that has begun, then run patchbay migrate in both',
    )
  return { here, there }
}

/** Looks at both cells and writes the move down; nothing is changed for anybody yet. */
const plan = async (sides: Sides, accountId: number, { way, wayBack }: How): Promise<Move> => {
  const { source, target, from, to } = sides
  const { here, there } = await assertSame(sides)
  if (here.name !== from.name || there.name !== to.name)
    throw new Error(`the databases of the cells call themselves ${here.name} and ${there.name}`)
  const reason = whyNotMoveFiles(from, to)
  if (reason) throw new Error(reason)
  if (await findOpenMove(target, { accountId })) throw new Error('a move of this account out of the target is not over')
  await assertEmpty(target, accountId)
  const move = { id: randomUUID(), accountId, toCell: to.name, hosts: await listHosts(source, accountId), wayBack }
  if (way === 'replication') await assertCanReplicate(sides, wayBack)
  await inTransaction(source, async () => {
    await insertMove(source, move)
    if (way === 'replication') await publishAccount(source, accountId)
  })
  return { ...move, state: 'planned', frozenAt: null, openedAt: null, syncSlots: null, cleaned: false }
}

/** The publication is made with the move and dropped when all rows are there; after that both ways are the same. */
const findWay = async (source: pg.Client, accountId: number): Promise<MoveWay> =>
  (await isPublished(source, accountId)) ? 'replication' : 'copy'

/** Goes on until the account is open in the target. */
const drive = async (sides: Sides, move: Move, onState: OnState): Promise<MoveReport> => {
  let compared: Comparison | undefined
  const way = await findWay(sides.source, move.accountId)
  const steps = createSteps(sides, move, way, onState, (found) => {
    compared = found
  })
  onState(move.state)
  while (!isMoverDone(move.state)) {
    await steps[move.state as keyof typeof steps]()
    move.state = stateAfter(move.state, 'advance') ?? move.state
    onState(move.state)
  }
  // As the source's database says: an earlier run may have closed the account.
  const { frozenAt = null, openedAt = null } = (await findOpenMove(sides.source, move)) ?? {}
  return { move, compared, pausedMs: frozenAt && openedAt ? openedAt.getTime() - frozenAt.getTime() : undefined }
}

type Found = { sides: Sides; move: Move }

type MoveOut = Move & { from: OpenCell }

/** The moves of this host that are not over, of all cells that answer, or of one. */
const listOpenMoves = async (cells: readonly OpenCell[], host: string): Promise<MoveOut[]> => {
  const find = async (from: OpenCell): Promise<MoveOut[]> => {
    const move = await findOpenMove(from.client, { host })
    return move ? [{ ...move, from }] : []
  }
  return (await Promise.all(cells.map(find))).flat()
}

/** The move of this host that is not over, in whichever cell it began; locked, so that nobody else goes on with it. */
const findMove = async (
  { open }: Connections,
  host: string,
  { to, waitMs = 0 }: { to?: string; waitMs?: number } = {},
): Promise<MoveOut | undefined> => {
  const found = whichMove(await listOpenMoves(open, host), to)
  if (!found) return undefined
  const { accountId, from } = found
  if (waitMs > 0) await until('its lock is free', waitMs, () => tryLockMove(from.client, accountId), LOCK_POLL_MS)
  else await lockMove(from.client, accountId)
  // Again, under the lock: another mover may have gone on meanwhile.
  return (await listOpenMoves([from], host))[0]
}

const sidesOf = (connections: Connections, from: OpenCell, toCell: string): Sides => {
  const to = cellNamed(connections, toCell)
  return { source: from.client, target: to.client, from, to }
}

const begin = async (connections: Connections, host: string, toCell: string, how: How): Promise<Found> => {
  const to = cellNamed(connections, toCell)
  for (const from of connections.open) {
    const accountId = await findAccountByHost(from.client, host)
    if (accountId === undefined) continue
    if (from.name === to.name) throw new Error(`${host} is in the cell ${to.name} already`)
    await lockMove(from.client, accountId)
    // What an aborted move has left there would be in the way of this one.
    const { left } = await cleanAborted(connections, { accountId })
    const hindrance = left.find(({ cell }) => cell === from.name || cell === to.name)
    if (hindrance) throw new Error(`an earlier move left something in ${hindrance.cell}: ${hindrance.reason}`)
    const sides = sidesOf(connections, from, to.name)
    return { sides, move: await plan(sides, accountId, how) }
  }
  throw notFound(`no cell has an account at ${host}`, connections)
}

const resume = async (connections: Connections, host: string, to: string): Promise<Found | undefined> => {
  const move = await findMove(connections, host, { to })
  if (move && move.toCell !== to)
    throw new Error(
      canAbort(move.state)
        ? `${host} is being moved to ${move.toCell}: abort that first`
        : `a move of ${host} to ${move.toCell} is ${move.state}: ${move.state === 'opened' ? 'finish' : 'complete'} that first`,
    )
  if (!move || move.state === 'opened') return undefined
  const sides = sidesOf(connections, move.from, to)
  // What is decided has its rows: it only has to be opened.
  if (canAbort(move.state)) await assertSame(sides)
  return { sides, move }
}

export type AbortReport = Cleaning & {
  /** Where the account is open again; absent when earlier moves were cleaned only. */
  openIn?: string
  id?: string
}

/** Before the decision the account is opened at the source. Then, and also later, what aborted moves have left is deleted. */
export const abortMove = (
  cells: readonly Cell[],
  host: string,
  onState: OnState = () => undefined,
  waitMs = 0,
): Promise<AbortReport> =>
  withCells(cells, async (connections) => {
    const move = await findMove(connections, host, { waitMs })
    const reason = move && whyNotAbort(move, host, await listOpenMoves(connections.open, host))
    if (move && !reason) {
      await openSource(move.from, move)
      onState('aborted')
    }
    const cleaning = await cleanAborted(connections, { host })
    if (move && !reason) return { ...cleaning, openIn: move.from.name, id: move.id }
    if (cleaning.cleaned.length + cleaning.left.length > 0) return cleaning
    throw reason ? new Error(reason) : notFound(`no move of ${host} is under way`, connections)
  })

/** On new connections: the old ones may be in the middle of a copy. What the source says of the move is what counts. */
const abortAfter = async (cells: readonly Cell[], host: string, error: unknown): Promise<Error> => {
  const message = messageOf(error)
  try {
    const { openIn, left } = await abortMove(cells, host, undefined, LOCK_WAIT_MS)
    return new Error(`${message}. ${describeAbort(host, openIn, left)}`, { cause: error })
  } catch (failure) {
    return new Error(`${message}. Not aborted: ${messageOf(failure)}`, { cause: error })
  }
}

/** Begins a move, or goes on with the one that is there, which keeps its way. */
export const moveAccount = async (
  cells: readonly Cell[],
  host: string,
  to: string,
  onState: OnState = () => undefined,
  how: Partial<How> = {},
): Promise<MoveReport> => {
  const { way = 'copy', wayBack = false } = how
  if (wayBack && way === 'copy') throw new Error('only a move by replication has a way back: add --by replication')
  let isUnderWay = false
  try {
    return await withCells(cells, async (connections) => {
      const { sides, move } =
        (await resume(connections, host, to)) ?? (await begin(connections, host, to, { way, wayBack }))
      isUnderWay = true
      return drive(sides, move, onState)
    })
  } catch (error) {
    throw isUnderWay ? await abortAfter(cells, host, error) : error
  }
}

/** What would still come from the old rows, or go to them, ends before they do. */
const endReturn = async ({ source, target, from }: Sides, { accountId }: Move): Promise<void> => {
  const back = await findOpenMove(target, { accountId })
  if (back && back.state !== 'ready')
    throw new Error(`the account is on its way back to ${from.name}: the move is ${back.state}`)
  await dropSubscription(source, accountId)
  await endWayBack(target, accountId)
}

/** Deletes what the old cell still has of the account, when it was kept long enough. */
export const finishMove = (cells: readonly Cell[], host: string, keepHours: number): Promise<Move> =>
  withCells(cells, async (connections) => {
    const move = await findMove(connections, host)
    if (!move) throw notFound(`no move of ${host} is under way`, connections)
    // The target has to answer: what is deleted here is there alone.
    const sides = sidesOf(connections, move.from, move.toCell)
    const { source, target, from, to } = sides
    const reason = whyNotFinish(move, new Date(), keepHours)
    if (reason) throw new Error(reason)
    // Nor does it return, by whatever way, before its old rows and files are deleted.
    await lockMove(target, move.accountId)
    const folder = await findOwnFolder(from, to, move.accountId)
    if (move.wayBack) await endReturn(sides, move)
    await purgeAccount(source, move.accountId, () => updateState(source, move, 'done'))
    await deleteFolder(folder)
    return { ...move, state: 'done' }
  })
