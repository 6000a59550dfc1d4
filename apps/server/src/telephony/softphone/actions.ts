import type { openSoftphone } from '@patchbay/contract/telephony/workspace/softphone'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { askForSoftphone } from './client.ts'
import { reasonOf, softphoneLink } from './rules.ts'
import { findSoftphone } from './service.ts'

const REQUESTS_PER_MINUTE = 30

/** D-120: a link for the frame; each request gets one of its own from the exchange. */
export const requestSoftphone: Action<Deps, typeof openSoftphone> = async (deps, caller, { body: { origin } }) => {
  const { accountId, userId } = caller
  const wait = await deps.rateLimit(`softphone:${accountId}:${userId}`, REQUESTS_PER_MINUTE, 60)
  if (wait !== undefined) fail('press_throttled', { retryAfter: wait })
  const found = await inAccount(deps.db, accountId, (trx) => findSoftphone(trx, userId))
  if (!found) return fail('no_softphone')
  const { publicUrl } = await deps.accounts.account(accountId)
  const origins = [origin, new URL(publicUrl).origin]
  const answer = await askForSoftphone(deps, found, { userId, origin }, origins)
  if (!answer.ok) return fail('softphone_failed', { values: { reason: answer.reason } })
  const url = softphoneLink(answer, found.module, origins)
  if (url === undefined) return fail('softphone_failed', { values: { reason: reasonOf(answer) } })
  return { success: true, softphone: { module: found.module.code, code: found.code, url } }
}
