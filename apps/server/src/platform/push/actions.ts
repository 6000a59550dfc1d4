import type { getPushKey, subscribeToPush, unsubscribeFromPush } from '@patchbay/contract/platform/workspace/push'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { checkUrl } from '../../lib/http-out/address-guard.ts'
import { newVapidKeys } from '../../lib/http-out/push-request.ts'
import { keyContext } from './service.ts'
import { deleteOwnSubscription, findPushKey, insertPushKey, saveSubscription } from './store.ts'

/** The account's key is created with the first question for it. */
export const showPushKey: Action<Deps, typeof getPushKey> = async (deps, { accountId }) => {
  const find = () => inAccount(deps.db, accountId, findPushKey)
  const known = await find()
  if (known) return { success: true, publicKey: known.publicKey }
  const { publicKey, privateKey } = newVapidKeys()
  const sealed = deps.sealer.seal(keyContext(accountId), privateKey)
  await inAccount(deps.db, accountId, (trx) => insertPushKey(trx, { publicKey, privateKey: sealed }))
  const { publicKey: first } = (await find()) ?? fail('internal')
  return { success: true, publicKey: first }
}

export const subscribe: Action<Deps, typeof subscribeToPush> = async (deps, caller, { body }) => {
  const { accountId, userId, sessionHash } = caller
  const checked = checkUrl(deps.config.egress, body.endpoint)
  if (!checked.ok) fail('entity_invalid', { fields: { endpoint: checked.reason } })
  const id = await inAccount(deps.db, accountId, (trx) => saveSubscription(trx, sessionHash, { userId, ...body }))
  return { success: true, id: id ?? fail('sign_in_needed') }
}

export const unsubscribe: Action<Deps, typeof unsubscribeFromPush> = async (deps, caller, { params }) => {
  await inAccount(deps.db, caller.accountId, (trx) => deleteOwnSubscription(trx, caller.userId, params.id))
  return { success: true }
}
