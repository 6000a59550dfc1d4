import type { Answer } from '../../lib/http-out/egress.ts'
import { isEnabled } from '../../platform/modules/rules.ts'
import type { Module } from '../../platform/modules/store.ts'

export const STARTED = 'started'

/** T-05: an exchange starts calls for its users when it is enabled and has a makeCallUrl; then the call icon shows. */
export const makeCallUrlOf = (module: Module): string | undefined =>
  isEnabled(module) ? module.integrations.telephony?.makeCallUrl || undefined : undefined

/** T-07: of several exchanges, the one that has a number of the shop that the call is about; else the first. */
export const chooseCallableModule = <Line extends { externalPhone: string | undefined }>(
  lines: readonly Line[],
): Line | undefined => lines.find(({ externalPhone }) => externalPhone !== undefined) ?? lines[0]

/** T-08: 200 is success whatever the body; anything else is the reason that the user sees. */
export const outcomeOf = (answer: Answer): string => {
  if (!answer.ok) return answer.reason
  return answer.status === 200 ? STARTED : `the exchange answered ${answer.status}`
}
