import type { Answer } from '../../lib/http-out/egress.ts'

// T-06…T-08, D-33: a phone that rings twice is worse than one that does not ring. The call request is stored before the
// exchange is called, the exchange is called once without retries, and the user sees the result.

export const TOTAL_MS = 5_000

export const STARTED = 'started'

export const outcomeOf = (answer: Answer): string => {
  if (!answer.ok) return answer.reason
  return answer.status === 200 ? STARTED : `the exchange answered ${answer.status}`
}
