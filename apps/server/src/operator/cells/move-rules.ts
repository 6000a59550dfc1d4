// The states of a move of an account to another cell, and what may happen in each. Pure: move.ts does it.

/**
 * Each is written to the source's database after the work that leads to it was done, so that a mover that was killed
 * does that work again. 'decided' is the one decision: before it the account belongs to the source, after it to the target.
 */
export type MoveState =
  | 'planned'
  | 'draining'
  | 'frozen'
  | 'copied'
  | 'verified'
  | 'decided'
  | 'opened'
  | 'done'
  | 'aborted'

/** `advance`: the work of the state is done. */
export type MoveEvent = 'advance' | 'abort'

const NEXT: Readonly<Partial<Record<MoveState, MoveState>>> = {
  planned: 'draining',
  draining: 'frozen',
  frozen: 'copied',
  copied: 'verified',
  verified: 'decided',
  decided: 'opened',
  opened: 'done',
}

const BEFORE_DECISION: readonly MoveState[] = ['planned', 'draining', 'frozen', 'copied', 'verified']

export const canAbort = (state: MoveState): boolean => BEFORE_DECISION.includes(state)

export const isOver = (state: MoveState): boolean => state === 'done' || state === 'aborted'

/** The state after an event; undefined where the event is not allowed. */
export const stateAfter = (state: MoveState, event: MoveEvent): MoveState | undefined => {
  if (event === 'abort') return canAbort(state) ? 'aborted' : undefined
  return NEXT[state]
}

/** `move` goes on until the account is open in its new cell; `finish`, later, deletes it in the old one. */
export const isMoverDone = (state: MoveState): boolean => state === 'opened' || isOver(state)

export type GateState = 'coming' | 'draining' | 'frozen' | 'gone'

/** What the gates of both cells are while a move is in a state. */
export const gatesIn = (state: MoveState): { source: GateState | undefined; target: GateState | undefined } => {
  switch (state) {
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
  return left > 0 ? `the old rows are kept for ${Math.ceil(left / HOUR_MS)} more hours` : undefined
}
