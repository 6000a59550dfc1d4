import type { Answer } from '../../lib/http-out/egress.ts'

// Click-to-call. A telephone that rings twice is worse than one that does not ring: a press is written down before the
// exchange is asked, the exchange is asked once, and the user is told what came of it (T-06…T-08, D-33).

export const TOTAL_MS = 5_000

export const STARTED = 'started'

export const outcomeOf = (answer: Answer): string => {
  if (!answer.ok) return answer.reason
  return answer.status === 200 ? STARTED : `the exchange answered ${answer.status}`
}
