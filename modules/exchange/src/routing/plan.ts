// Whom an incoming call rings, step by step: the responsible manager, then the ring group, then the overflow group, then it
// waits until somebody becomes free. A telephone that rings goes on ringing when others join.

export type RoutePlan = {
  manager: string | undefined
  group: readonly string[]
  overflow: readonly string[]
}

const MANAGER = 0
const GROUP = 1
const OVERFLOW = 2
const QUEUE = 3

export const codesAt = ({ manager, group, overflow }: RoutePlan, step: number): string[] => {
  const own = manager === undefined ? [] : [manager]
  const groups = step >= OVERFLOW ? [...group, ...overflow] : step >= GROUP ? group : []
  return [...new Set([...own, ...groups])]
}

export type RingDecision = { step: number; codes: string[] }

/** The first step, from this one on, at which somebody rings; the queue when there is none. */
export const decideRing = (
  plan: RoutePlan,
  from: number,
  isAvailable: (code: string) => boolean,
  declined: ReadonlySet<string>,
): RingDecision => {
  const at = (step: number): RingDecision => ({
    step,
    codes: codesAt(plan, step).filter((code) => isAvailable(code) && !declined.has(code)),
  })
  for (let step = Math.max(from, MANAGER); step < QUEUE; step++) {
    const decision = at(step)
    if (decision.codes.length > 0) return decision
  }
  return at(QUEUE)
}

/** After its time at one step the call goes on to the next that rings somebody else; in the queue it stays. */
export const nextStep = (
  plan: RoutePlan,
  current: number,
  isAvailable: (code: string) => boolean,
  declined: ReadonlySet<string>,
): RingDecision => {
  const now = new Set(codesAt(plan, current))
  let step = current + 1
  while (step < QUEUE && codesAt(plan, step).every((code) => now.has(code))) step++
  return decideRing(plan, step, isAvailable, declined)
}

export const isQueue = (step: number): boolean => step >= QUEUE

/** The result for a caller who got nobody: busy when everybody who could be asked declined or talks. */
export const refusalOf = ({ rang, declined }: { rang: number; declined: number }): 'busy' | 'no answered' =>
  declined > 0 && declined >= rang ? 'busy' : 'no answered'
