import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Cell } from './cells-file.ts'
import { type Comparison, purgeAccount } from './move-copy.ts'
import { assertCanReplicate, publishAccount } from './move-replication.ts'
import { canAbort, isMoverDone, type MoveWay, stateAfter, whyNotFinish } from './move-rules.ts'
import { abort, assertEmpty, createSteps, type OnState } from './move-steps.ts'
import {
  type CellFacts,
  canMove,
  findAccountByHost,
  findOpenMove,
  insertMove,
  inTransaction,
  listHosts,
  lockMove,
  type Move,
  openMover,
  readFacts,
  type Sides,
  updateState,
} from './move-store.ts'
import { isPublished } from './replication-store.ts'

// Moves an account to another cell: by stopping it and copying it, or by replication, with a short stop. Every step can be
// repeated: the next run of the command after a kill goes on where the last one was.

export type MoveReport = { move: Move; compared: Comparison | undefined; pausedMs: number | undefined }

const assertSame = (here: CellFacts, there: CellFacts): void => {
  if (here.keyDigest !== there.keyDigest)
    throw new Error('the cells have different SECRET_KEYs: sealed secrets could not be opened there')
  if (here.migrations.join() !== there.migrations.join())
    throw new Error('the cells have different migrations: run patchbay migrate in both')
}

/** Looks at both cells and writes the move down; nothing is changed for anybody yet. */
const plan = async (sides: Sides, accountId: number, way: MoveWay): Promise<Move> => {
  const { source, target, from, to } = sides
  const [here, there] = [await readFacts(source), await readFacts(target)]
  if (here.name !== from.name || there.name !== to.name)
    throw new Error(`the databases of the cells call themselves ${here.name} and ${there.name}`)
  assertSame(here, there)
  if (await findOpenMove(target, { accountId })) throw new Error('a move of this account out of the target is not over')
  await assertEmpty(target, accountId)
  const move = { id: randomUUID(), accountId, toCell: to.name, hosts: await listHosts(source, accountId) }
  if (way === 'replication') await assertCanReplicate(sides)
  await inTransaction(source, async () => {
    await insertMove(source, move)
    if (way === 'replication') await publishAccount(source, accountId)
  })
  return { ...move, state: 'planned', frozenAt: null, openedAt: null }
}

/** The publication is made with the move and dropped when all rows are there; after that both ways are the same. */
const findWay = async (source: pg.Client, accountId: number): Promise<MoveWay> =>
  (await isPublished(source, accountId)) ? 'replication' : 'copy'

/** Goes on until the account is open in the target. A failure before the decision opens the source again. */
const drive = async (sides: Sides, move: Move, onState: OnState): Promise<MoveReport> => {
  let compared: Comparison | undefined
  const way = await findWay(sides.source, move.accountId)
  const steps = createSteps(sides, move, way, onState, (found) => {
    compared = found
  })
  const started = performance.now()
  let frozenMs = move.frozenAt === null ? undefined : started
  onState(move.state)
  while (!isMoverDone(move.state)) {
    try {
      await steps[move.state as keyof typeof steps]()
    } catch (error) {
      if (canAbort(move.state)) await abort(sides, move)
      throw error
    }
    move.state = stateAfter(move.state, 'advance') ?? move.state
    if (move.state === 'frozen') frozenMs = performance.now()
    onState(move.state)
  }
  return { move, compared, pausedMs: frozenMs === undefined ? undefined : Math.round(performance.now() - frozenMs) }
}

const withClients = async <T>(
  cells: readonly Cell[],
  work: (clients: ReadonlyMap<string, pg.Client>) => Promise<T>,
): Promise<T> => {
  const clients = new Map<string, pg.Client>()
  try {
    for (const { name, databaseUrl } of cells) {
      const client = await openMover(databaseUrl)
      clients.set(name, client)
      if (!(await canMove(client)))
        throw new Error(`the role for moves lacks rights in the cell ${name}: run patchbay cell init there`)
    }
    return await work(clients)
  } finally {
    await Promise.all(Array.from(clients.values(), (client) => client.end().catch(() => undefined)))
  }
}

const cellNamed = (cells: readonly Cell[], name: string): Cell => {
  const found = cells.find((cell) => cell.name === name)
  if (!found) throw new Error(`there is no cell ${name} in the file of cells`)
  return found
}

type Found = { sides: Sides; move: Move }

/** The move of this host that is not over, in whichever cell it began. */
const findMove = async (
  cells: readonly Cell[],
  clients: ReadonlyMap<string, pg.Client>,
  host: string,
): Promise<Found | undefined> => {
  for (const from of cells) {
    const source = clients.get(from.name)
    const move = source && (await findOpenMove(source, { host }))
    if (!source || !move) continue
    const to = cellNamed(cells, move.toCell)
    const target = clients.get(to.name)
    if (!target) throw new Error(`no connection to ${to.name}`)
    await lockMove(source, move.accountId)
    // Again, under the lock: another mover may have gone on meanwhile.
    const current = await findOpenMove(source, { host })
    return current && { sides: { source, target, from, to }, move: current }
  }
  return undefined
}

const begin = async (
  cells: readonly Cell[],
  clients: ReadonlyMap<string, pg.Client>,
  host: string,
  toName: string,
  way: MoveWay,
): Promise<Found> => {
  const to = cellNamed(cells, toName)
  const target = clients.get(to.name)
  for (const from of cells) {
    const source = clients.get(from.name)
    const accountId = source && (await findAccountByHost(source, host))
    if (!source || !target || accountId === undefined) continue
    if (from.name === to.name) throw new Error(`${host} is in the cell ${to.name} already`)
    await lockMove(source, accountId)
    const sides = { source, target, from, to }
    return { sides, move: await plan(sides, accountId, way) }
  }
  throw new Error(`no cell has an account at ${host}`)
}

/** Begins a move, or goes on with the one that is there, which keeps its way. */
export const moveAccount = (
  cells: readonly Cell[],
  host: string,
  to: string,
  onState: OnState = () => undefined,
  way: MoveWay = 'copy',
): Promise<MoveReport> =>
  withClients(cells, async (clients) => {
    const open = await findMove(cells, clients, host)
    if (open && open.move.toCell !== to)
      throw new Error(`${host} is being moved to ${open.move.toCell}: abort that first`)
    const { sides, move } = open && open.move.state !== 'opened' ? open : await begin(cells, clients, host, to, way)
    return drive(sides, move, onState)
  })

export const abortMove = (cells: readonly Cell[], host: string): Promise<Move> =>
  withClients(cells, async (clients) => {
    const open = await findMove(cells, clients, host)
    if (!open) throw new Error(`no move of ${host} is under way`)
    if (!canAbort(open.move.state)) throw new Error(`the move is ${open.move.state}: it can only go forward`)
    await abort(open.sides, open.move)
    return open.move
  })

/** Deletes what the old cell still has of the account, when it was kept long enough. */
export const finishMove = (cells: readonly Cell[], host: string, keepHours: number): Promise<Move> =>
  withClients(cells, async (clients) => {
    const open = await findMove(cells, clients, host)
    if (!open) throw new Error(`no move of ${host} is under way`)
    const { sides, move } = open
    const reason = whyNotFinish(move, new Date(), keepHours)
    if (reason) throw new Error(reason)
    await purgeAccount(sides.source, move.accountId)
    const { from, to } = sides
    if (from.fileFolder !== undefined && from.fileFolder !== to.fileFolder)
      await rm(join(from.fileFolder, String(move.accountId)), { recursive: true, force: true })
    await updateState(sides.source, move, 'done')
    return { ...move, state: 'done' }
  })
