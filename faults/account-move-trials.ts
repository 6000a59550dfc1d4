// In which step the mover of faults/account-move.ts is killed, and what happens then.

const ABORTABLE = ['planned', 'draining', 'frozen', 'copied', 'verified'] as const
/** Steps of a move by replication, between those states. */
const STEPS = ['subscribed', 'following', 'drained', 'unsubscribed'] as const
export const WAYS = ['copy', 'replication'] as const
export type Way = (typeof WAYS)[number]
export type Killed = (typeof ABORTABLE)[number] | (typeof STEPS)[number] | 'decided' | 'never'
/** `target-dies`: its PostgreSQL is stopped, and started again after the abort. */
export type After = 'resume' | 'abort' | 'target-dies'
export type Trial = { way: Way; killAt: Killed; after: After }

const SMALL: Record<Way, [Killed, After][]> = {
  copy: [
    ['copied', 'abort'],
    ['copied', 'target-dies'],
    ['frozen', 'resume'],
    ['decided', 'resume'],
    ['never', 'resume'],
  ],
  replication: [
    ['following', 'abort'],
    ['subscribed', 'target-dies'],
    ['drained', 'resume'],
    ['never', 'resume'],
  ],
}

/** 1: every step is followed by an abort and by another run; 0.5: by one of the two, which the seed chooses; less: a few. */
export const trialsOf = (way: Way, scale: number, random: () => number): Trial[] => {
  const steps = way === 'copy' ? [] : STEPS
  const dies = (way === 'copy' ? ['draining', 'copied'] : ['subscribed', 'drained']) as Killed[]
  const each = (states: readonly Killed[], after: After): [Killed, After][] => states.map((state) => [state, after])
  const [abortable, last]: [Killed[], [Killed, After][]] = [
    [...ABORTABLE, ...steps],
    [
      ['decided', 'resume'],
      ['never', 'resume'],
    ],
  ]
  const all = [
    ...each([...abortable], 'abort'),
    ...each(dies, 'target-dies'),
    ...each(['never', ...abortable], 'resume'),
    ...last,
  ]
  const half = [
    ...abortable.map((state): [Killed, After] => [state, random() < 0.5 ? 'abort' : 'resume']),
    ...each(dies.slice(0, 1), 'target-dies'),
    ...last,
  ]
  const rounds = scale < 1 ? [scale < 0.5 ? SMALL[way] : half] : Array.from({ length: Math.round(scale) }, () => all)
  return rounds.flat().map(([killAt, after]) => ({ way, killAt, after }))
}
