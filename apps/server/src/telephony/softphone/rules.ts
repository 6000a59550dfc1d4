import { isEnabled } from '../../platform/modules/rules.ts'
import type { Module } from '../../platform/modules/store.ts'
import {
  type Answered,
  messageIn,
  notUnderstood,
  readJsonAnswer,
  refused,
  type VerdictRule,
} from '../../platform/traffic/verdict-rules.ts'

/** D-120: an enabled exchange with a softphoneUrl brings its softphone into the workspace. */
export const softphoneUrlOf = (module: Module): string | undefined =>
  isEnabled(module) ? module.integrations.telephony?.softphoneUrl || undefined : undefined

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** D-120: browsers give the microphone to pages of secure origins only, and take a loopback address for one. */
const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))

/** D-120: the origins that a module's softphone may be at: those that it registered for requests and for people. */
export const softphoneOrigins = (module: Module): string[] => {
  const softphoneUrl = softphoneUrlOf(module)
  if (softphoneUrl === undefined) return []
  const urls = [softphoneUrl, module.integrations.telephony?.personalAccountUrl].flatMap(
    (address) => URL.parse(address ?? '') ?? [],
  )
  return [...new Set(urls.filter(isSecure).map(({ origin }) => origin))]
}

const urlIn = (answer: Answered): string | undefined => {
  const { url } = (readJsonAnswer(answer).json ?? {}) as { url?: unknown }
  return typeof url === 'string' && url.length <= 2_048 ? url : undefined
}

/**
 * D-120: the link of an answer, where the workspace may show it: at an origin that the module registered, and never at that of
 * the workspace itself, where a frame with scripts could leave its sandbox.
 */
export const softphoneLink = (
  answer: Answered,
  module: Module,
  workspaceOrigins: readonly string[],
): string | undefined => {
  const url = URL.parse((answer.status === 200 && urlIn(answer)) || '')
  if (!url || workspaceOrigins.includes(url.origin) || !softphoneOrigins(module).includes(url.origin)) return undefined
  return url.href
}

/** D-98, D-120: an answer is of use when it has a link that can be shown. */
export const softphoneVerdict =
  (module: Module, workspaceOrigins: readonly string[]): VerdictRule =>
  (answer) => {
    const { status } = answer
    if (softphoneLink(answer, module, workspaceOrigins) !== undefined) return { code: 'accepted', status }
    const { json, unreadable } = readJsonAnswer(answer)
    const message = messageIn(json)
    if (status !== 200 && message !== undefined) return refused(status, message)
    if (status !== 200) return notUnderstood(status, 'http-status')
    return notUnderstood(status, unreadable ?? 'softphone-link', urlIn(answer)?.split('#')[0])
  }

/** D-120: the reason that the user sees. */
export const reasonOf = (answer: Answered): string => {
  const message = messageIn(readJsonAnswer(answer).json)
  if (answer.status === 200) return 'the exchange answered without a link that can be shown here'
  return `the exchange answered ${answer.status}${message === undefined ? '' : `: ${message}`}`
}
