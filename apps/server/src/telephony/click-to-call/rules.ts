import type { Answer } from '../../lib/http-out/egress.ts'

export const STARTED = 'started'

/** T-07: of several exchanges, the one that has a number of the shop that the call is about; else the first. */
export const chooseCallableModule = <Line extends { externalPhone: string | undefined }>(
  lines: readonly Line[],
): Line | undefined => lines.find(({ externalPhone }) => externalPhone !== undefined) ?? lines[0]

/** T-08: 200 is success whatever the body; anything else is the reason that the user sees. */
export const outcomeOf = (answer: Answer): string => {
  if (!answer.ok) return answer.reason
  return answer.status === 200 ? STARTED : `the exchange answered ${answer.status}`
}
