import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Cell } from './cells-file.ts'
import {
  type Comparison,
  compareAccount,
  copyAccount,
  copyFiles,
  listTablesWithRows,
  purgeAccount,
  raiseSequences,
} from './move-copy.ts'
import { canAbort, isMoverDone, type MoveState, stateAfter, whyNotFinish } from './move-rules.ts'
import {
  type CellFacts,
  closeSource,
  countHeldLanes,
  countOlderTransactions,
  deleteComing,
  deleteSourceGate,
  findAccountByHost,
  findOpenMove,
  insertComing,
  insertMove,
  inTransaction,
  isComing,
  listHosts,
  lockMove,
  type Move,
  openMover,
  openTarget,
  readClock,
  readFacts,
  updateState,
  upsertSourceGate,
} from './move-store.ts'

// Moves an account to another cell by stopping it and copying it. Every step can be repeated: the next run of the command
// after a kill goes on where the last one was.

const POLL_MS = 20
const LIMITS = { drainMs: 60_000, transactionsMs: 30_000 }

export type Sides = { source: pg.Client; target: pg.Client; from: Cell; to: Cell }

export type MoveReport = { move: Move; compared: Comparison | undefined; pausedMs: number | undefined }

export type OnState = (state: MoveState) => void

const until = async (what: string, ms: number, holds: () => Promise<boolean>): Promise<void> => {
  const end = performance.now() + ms
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${ms / 1000} s`)
    await sleep(POLL_MS)
  }
}

const assertSame = (here: CellFacts, there: CellFacts): void => {
  if (here.keyDigest !== there.keyDigest)
    throw new Error('the cells have different SECRET_KEYs: sealed secrets could not be opened there')
  if (here.migrations.join() !== there.migrations.join())
    throw new Error('the cells have different migrations: run patchbay migrate in both')
  const unable = [here, there].find(({ canRead }) => !canRead)
  if (unable)
    throw new Error(`the role for moves lacks rights in the cell ${unable.name}: run patchbay cell init there`)
}

/** What is copied must not land among the rows of another account of the same number. */
const assertEmpty = async (target: pg.Client, accountId: number): Promise<void> => {
  const taken = await listTablesWithRows(target, accountId)
  if (taken.length > 0) throw new Error(`the target has rows of account ${accountId} already: ${taken.join(', ')}`)
}

/** Looks at both cells and writes the move down; nothing is changed for anybody yet. */
const plan = async ({ source, target, from, to }: Sides, accountId: number): Promise<Move> => {
  const [here, there] = [await readFacts(source), await readFacts(target)]
  if (here.name !== from.name || there.name !== to.name)
    throw new Error(`the databases of the cells call themselves ${here.name} and ${there.name}`)
  assertSame(here, there)
  if (await findOpenMove(target, { accountId })) throw new Error('a move of this account out of the target is not over')
  await assertEmpty(target, accountId)
  const move = { id: randomUUID(), accountId, toCell: to.name, hosts: await listHosts(source, accountId) }
  await insertMove(source, move)
  return { ...move, state: 'planned', frozenAt: null, openedAt: null }
}

const filesOf = ({ from, to }: Sides) => ({ from: from.fileFolder, to: to.fileFolder })

/** What is done in each state, up to the change into the next. */
const createSteps = (sides: Sides, move: Move, note: (compared: Comparison) => void) => {
  const { source, target } = sides
  const { accountId } = move
  const change = (to: MoveState, alongWith: () => Promise<void> = async () => undefined) =>
    inTransaction(source, async () => {
      await alongWith()
      await updateState(source, move, to)
    })
  return {
    planned: async () => {
      await insertComing(target, move)
      await assertEmpty(target, accountId).catch(async (error) => {
        await deleteComing(target, move)
        throw error
      })
      // From here on no worker claims a lane of the account; requests are still served.
      await change('draining', () => upsertSourceGate(source, move, 'draining'))
    },
    draining: async () => {
      await copyFiles(filesOf(sides), accountId)
      await until('the lanes are drained', LIMITS.drainMs, async () => (await countHeldLanes(source, accountId)) === 0)
      await change('frozen', () => upsertSourceGate(source, move, 'frozen'))
    },
    frozen: async () => {
      const closedAt = await readClock(source)
      const isDrained = async () => (await countOlderTransactions(source, closedAt)) === 0
      await until('open transactions have ended', LIMITS.transactionsMs, isDrained)
      await copyAccount(source, target, accountId)
      await copyFiles(filesOf(sides), accountId)
      await change('copied')
    },
    copied: async () => {
      await raiseSequences(source, target)
      const compared = await compareAccount(source, target, accountId)
      note(compared)
      if (compared.differing.length > 0) throw new Error(`the copy differs in ${compared.differing.join(', ')}`)
      await change('verified')
    },
    verified: async () => {
      const hosts = await listHosts(source, accountId)
      await change('decided', () => closeSource(source, move, hosts))
      move.hosts = hosts
    },
    decided: async () => {
      await inTransaction(target, () => openTarget(target, move))
      await change('opened')
    },
  }
}

const abort = async ({ source, target }: Sides, move: Move): Promise<void> => {
  // The target first: the account stays closed at the source until nothing of it is left there.
  if (await isComing(target, move)) await purgeAccount(target, move.accountId)
  await deleteComing(target, move)
  await inTransaction(source, async () => {
    await deleteSourceGate(source, move)
    await updateState(source, move, 'aborted')
  })
  move.state = 'aborted'
}

/** Goes on until the account is open in the target. A failure before the decision opens the source again. */
const drive = async (sides: Sides, move: Move, onState: OnState): Promise<MoveReport> => {
  let compared: Comparison | undefined
  const steps = createSteps(sides, move, (found) => {
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
    for (const { name, databaseUrl } of cells) clients.set(name, await openMover(databaseUrl))
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
    return { sides, move: await plan(sides, accountId) }
  }
  throw new Error(`no cell has an account at ${host}`)
}

/** Begins a move, or goes on with the one that is there. */
export const moveAccount = (
  cells: readonly Cell[],
  host: string,
  to: string,
  onState: OnState = () => undefined,
): Promise<MoveReport> =>
  withClients(cells, async (clients) => {
    const open = await findMove(cells, clients, host)
    if (open && open.move.toCell !== to)
      throw new Error(`${host} is being moved to ${open.move.toCell}: abort that first`)
    const { sides, move } = open && open.move.state !== 'opened' ? open : await begin(cells, clients, host, to)
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
