// The states of a move of an account to another cell, and what may happen in each. Pure: move.ts does it.

/**
 * Each is written to the source's database after the work that leads to it was done, so that a mover that was killed
 * does that work again. 'ready' is a way back: its rows follow, and the account lives at the source. 'decided' is the one decision: before it the account belongs to the source, after it to the target.
 */
export type MoveState =
  | 'ready'
  | 'planned'
  | 'draining'
  | 'frozen'
  | 'copied'
  | 'verified'
  | 'decided'
  | 'opened'
  | 'done'
  | 'aborted'

/** How the rows get to the target. */
export type MoveWay = 'copy' | 'replication'

/** What a mover reports: its states, and steps within them of a move by replication. */
export type MoveProgress = MoveState | 'subscribed' | 'following' | 'drained' | 'unsubscribed'

/** `advance`: the work of the state is done. */
export type MoveEvent = 'advance' | 'abort'

const NEXT: Readonly<Partial<Record<MoveState, MoveState>>> = {
  ready: 'planned',
  planned: 'draining',
  draining: 'frozen',
  frozen: 'copied',
  copied: 'verified',
  verified: 'decided',
  decided: 'opened',
  opened: 'done',
}

const BEFORE_DECISION: readonly MoveState[] = ['ready', 'planned', 'draining', 'frozen', 'copied', 'verified']

export const canAbort = (state: MoveState): boolean => BEFORE_DECISION.includes(state)

export const isOver = (state: MoveState): boolean => state === 'done' || state === 'aborted'

/** The state after an event; undefined where the event is not allowed. */
export const stateAfter = (state: MoveState, event: MoveEvent): MoveState | undefined => {
  if (event === 'abort') return canAbort(state) ? 'aborted' : undefined
  return NEXT[state]
}

/** A move out of a cell, as the database of that cell says. */
type OpenMove = { state: MoveState; from: { name: string }; toCell: string }

/**
 * Which of the open moves of an account a command means: one that is under way, else the way back when the account is to go
 * there, else the one that is over but for the old rows. A way back is nothing before the account is open at its source, and
 * that of an aborted move, which a dead cell still has, is none for a move to another cell.
 */
export const whichMove = <M extends OpenMove>(moves: readonly M[], to?: string): M | undefined => {
  const opened = moves.find(({ state }) => state === 'opened')
  const wayBack = moves.find(
    ({ state, from, toCell }) => state === 'ready' && toCell === to && from.name === opened?.toCell,
  )
  return moves.find(({ state }) => state !== 'ready' && state !== 'opened') ?? wayBack ?? opened
}

/** Whether the account of a move that is over but for the old rows can return at once. */
export const canReturn = (moves: readonly OpenMove[], opened: OpenMove): boolean =>
  whichMove(moves, opened.from.name)?.state === 'ready'

/** Why a move can no longer be aborted, and what to do instead. `moves`: all open ones of the account. */
export const whyNotAbort = (move: OpenMove, host: string, moves: readonly OpenMove[]): string | undefined => {
  if (canAbort(move.state)) return undefined
  const command = `patchbay account move ${host}`
  if (move.state === 'decided')
    return `the move is decided, it can only go forward: ${host} belongs to ${move.toCell}. Open it there: ${command} --to ${move.toCell}`
  const first = canReturn(moves, move) ? '' : `${command} --finish --keep-hours 0, then `
  return `the move is ${move.state}, it can only go forward: ${host} lives in ${move.toCell}. To move it back: ${first}${command} --to ${move.from.name}`
}

type Place = { name: string; fileFolder?: string | undefined }

/** Why the files of an account could not follow it: a cell whose folder is not known has neither the files nor a copy. */
export const whyNotMoveFiles = (from: Place, to: Place): string | undefined => {
  if ((from.fileFolder === undefined) === (to.fileFolder === undefined)) return undefined
  const [known, unknown] = from.fileFolder === undefined ? [to, from] : [from, to]
  return `the file of cells has a fileFolder for ${known.name} and none for ${unknown.name}: give both, or leave out both where the cells share one folder or bucket`
}

/** What an abort has done, and what is still to be done. */
export const describeAbort = (
  host: string,
  openIn: string | undefined,
  left: readonly { cell: string; reason: string }[],
): string => {
  const done = openIn === undefined ? '' : `Aborted: ${host} is open in ${openIn}, as before. `
  if (left.length === 0) return openIn === undefined ? `Nothing is left of aborted moves of ${host}` : done.trim()
  const places = left.map(({ cell, reason }) => `${cell} (${reason})`).join(', ')
  return `${done}Not cleaned yet: ${places}. What is left there is never served. To delete it later: patchbay account move ${host} --abort; the next move to that cell does it too`
}

/** `move` goes on until the account is open in its new cell; `finish`, later, deletes it in the old one. */
export const isMoverDone = (state: MoveState): boolean => state === 'opened' || isOver(state)

export type GateState = 'coming' | 'draining' | 'frozen' | 'gone'

/** What the gates of both cells are while a move is in a state. */
export const gatesIn = (state: MoveState): { source: GateState | undefined; target: GateState | undefined } => {
  switch (state) {
    case 'ready':
      return { source: undefined, target: 'gone' }
    case 'planned':
      return { source: undefined, target: 'coming' }
    case 'draining':
      return { source: 'draining', target: 'coming' }
    case 'frozen':
    case 'copied':
    case 'verified':
      return { source: 'frozen', target: 'coming' }
    case 'decided':
      return { source: 'gone', target: 'coming' }
    case 'opened':
    case 'done':
      return { source: 'gone', target: undefined }
    case 'aborted':
      return { source: undefined, target: undefined }
  }
}

/** Whether a gate lets transactions of the account in. */
export const lets = (gate: GateState | undefined): boolean => gate === undefined || gate === 'draining'

const HOUR_MS = 3_600_000

/** Why the source's rows may not be deleted yet. */
export const whyNotFinish = (
  move: { state: MoveState; openedAt: Date | null },
  now: Date,
  keepHours: number,
): string | undefined => {
  if (move.state !== 'opened' || move.openedAt === null) return `the move is ${move.state}, not opened`
  const left = move.openedAt.getTime() + keepHours * HOUR_MS - now.getTime()
  // Only what is certainly over: a comparison with NaN is false.
  return left <= 0 ? undefined : `the old rows are kept for ${Math.ceil(left / HOUR_MS)} more hours`
}

export type ReplicatingCell = {
  name: string
  walLevel: string
  mayReplicate: boolean
  hasFunctions: boolean
  freeSlots: number
  freeWorkers: number
}

/** One for the account and one to copy a table; PostgreSQL starts more of the latter where it may. */
const SLOTS = 2

/** Why an account cannot be moved by replication between the cells; `withoutIdentity` are tables of the source. */
export const whyNotReplicate = (
  source: ReplicatingCell,
  target: ReplicatingCell,
  withoutIdentity: readonly string[],
): string | undefined => {
  if (source.walLevel !== 'logical')
    return `PostgreSQL of the cell ${source.name} has wal_level = ${source.walLevel}: set it to logical and restart PostgreSQL, or move by copy`
  const unable = [source, target].find(({ mayReplicate, hasFunctions }) => !mayReplicate || !hasFunctions)
  if (unable)
    return `the role for moves may not replicate in the cell ${unable.name}: run patchbay cell init ${unable.name} --replication there`
  // PostgreSQL would refuse updates of such a table, for every account, from the moment it is published.
  if (withoutIdentity.length > 0)
    return `no replica identity with the account in ${withoutIdentity.join(', ')}: move by copy`
  if (source.freeSlots < SLOTS)
    return `PostgreSQL of the cell ${source.name} has ${source.freeSlots} free replication slots, ${SLOTS} are needed: raise max_replication_slots`
  if (target.freeSlots < SLOTS)
    return `PostgreSQL of the cell ${target.name} can follow ${target.freeSlots} more, ${SLOTS} are needed: raise max_replication_slots`
  if (target.freeWorkers < SLOTS)
    return `PostgreSQL of the cell ${target.name} has ${target.freeWorkers} free replication workers, ${SLOTS} are needed: raise max_logical_replication_workers`
  return undefined
}
