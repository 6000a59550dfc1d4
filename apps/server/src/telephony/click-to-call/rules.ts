import type { Answer } from '../../lib/http-out/egress.ts'
import { isEnabled } from '../../platform/modules/rules.ts'
import type { Module } from '../../platform/modules/store.ts'
import {
  messageIn,
  notUnderstood,
  readJsonAnswer,
  refused,
  type VerdictRule,
} from '../../platform/traffic/verdict-rules.ts'

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
  const verdict = callVerdict(answer)
  if (verdict.code === 'accepted') return STARTED
  const said = verdict.code === 'refused' ? `: ${verdict.message}` : ''
  return `the exchange answered ${answer.status}${said}`
}

/** T-08, D-98: any status but 200 means that nobody is being called. */
export const callVerdict: VerdictRule = (answer) => {
  const { status } = answer
  if (status === 200) return { code: 'accepted', status }
  const message = messageIn(readJsonAnswer(answer).json)
  return message === undefined ? notUnderstood(status, 'not-200') : refused(status, message)
}
