import { parseJson } from '@patchbay/contract/base/json'
import type { Deps } from '../../deps.ts'
import { fail } from '../../lib/errors.ts'
import type { OutgoingRequest } from '../../lib/http-out/egress.ts'
import { sendAndLog } from '../../platform/modules/client.ts'
import { verdictBySuccess } from '../../platform/traffic/verdict-rules.ts'

// D-14: connects a module without copying keys by hand. The module says which scopes it needs, an administrator grants
// them, and the module gets a key of its own, with an HMAC that proves knowledge of its secret.

const TOTAL_MS = 20_000

/** The module is not registered yet, so it is called by its address alone; the request is logged all the same. */
export const callConnection = async (
  deps: Deps,
  accountId: number,
  request: Omit<OutgoingRequest, 'totalMs'>,
): Promise<Record<string, unknown>> => {
  const answer = await sendAndLog(
    deps,
    accountId,
    { ...request, totalMs: TOTAL_MS },
    { purpose: { code: 'connection' }, verdictOf: verdictBySuccess },
  )
  if (!answer.ok) {
    const code = answer.kind === 'refused' ? 'url_refused' : 'module_unreachable'
    return fail(code, { values: { url: request.url, reason: answer.reason } })
  }
  const json = parseJson(answer.body)
  const body =
    json.ok && typeof json.value === 'object' && json.value !== null ? (json.value as Record<string, unknown>) : {}
  if (answer.status >= 300 || body.success !== true) {
    const reason = typeof body.errorMsg === 'string' ? body.errorMsg.slice(0, 300) : `HTTP ${answer.status}`
    return fail('module_answer_invalid', { values: { reason } })
  }
  return body
}
