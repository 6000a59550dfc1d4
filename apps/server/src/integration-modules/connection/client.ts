import type { Deps } from '../../deps.ts'
import { fail } from '../../lib/errors.ts'
import type { OutgoingRequest } from '../../lib/http-out/egress.ts'
import { parseJson } from '../../lib/text/json.ts'
import { sendAndLog } from '../../platform/modules/client.ts'

// D-14: how a module is connected without copying keys by hand. The module says which scopes it needs, an administrator
// grants them, and we hand the module a key of its own, with proof that it comes from somebody who knows its secret.

const TOTAL_MS = 20_000

/** The module is not registered yet, so it is called by its address alone; the exchange is written down all the same. */
export const ask = async (
  deps: Deps,
  accountId: number,
  request: Omit<OutgoingRequest, 'totalMs'>,
): Promise<Record<string, unknown>> => {
  const answer = await sendAndLog(deps, accountId, undefined, { ...request, totalMs: TOTAL_MS })
  if (!answer.ok) {
    const code = answer.kind === 'refused' ? 'url_refused' : 'module_unreachable'
    return fail(code, { values: { url: request.url, reason: answer.reason } })
  }
  const json = parseJson(answer.body)
  const body =
    json.ok && typeof json.value === 'object' && json.value !== null ? (json.value as Record<string, unknown>) : {}
  if (answer.status >= 300 || body.success !== true) {
    const said = typeof body.errorMsg === 'string' ? body.errorMsg.slice(0, 300) : `HTTP ${answer.status}`
    return fail('module_answer_invalid', { values: { reason: said } })
  }
  return body
}
