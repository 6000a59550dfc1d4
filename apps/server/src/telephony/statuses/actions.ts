import type { UserStatus } from '@patchbay/contract/platform/users'
import type { setUserStatus } from '@patchbay/contract/telephony/statuses'
import type { setMyStatus } from '@patchbay/contract/telephony/workspace/statuses'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import { moduleOfKey } from '../../platform/api-keys/rules.ts'
import { enqueueRouting } from '../../platform/routing/service.ts'
import { lockStatus, updateStatus } from '../../platform/users/store.ts'
import { listExtensionsOf } from '../settings/store.ts'
import { statusLane } from './rules.ts'

type StatusChange = { userId: number; status: UserStatus; source: string }

const enqueueStatusCallbacks = async (deps: Pick<Deps, 'lanes'>, trx: Db, userId: number): Promise<void> => {
  for (const { moduleId } of await listExtensionsOf(trx, userId)) {
    await deps.lanes.enqueue(trx, statusLane(moduleId, userId), 'at once')
  }
}

/**
 * D-32: a status may follow any other; setting the same one again changes nothing. The callbacks are enqueued in the
 * transaction of the change.
 */
const changeStatus = async (deps: Deps, accountId: number, { userId, status, source }: StatusChange): Promise<Date> => {
  const { since, changed } = await inAccount(deps.db, accountId, async (trx) => {
    const before = await lockStatus(trx, userId)
    if (!before?.active) return fail('not_found')
    if (before.status === status) return { since: before.since, changed: false }
    const now = await updateStatus(trx, userId, status, source)
    await enqueueStatusCallbacks(deps, trx, userId)
    // Conversations may wait for somebody who is free.
    if (status === 'free' && (await getAccount(trx)).routing) await enqueueRouting(deps, trx)
    return { since: now, changed: true }
  })
  if (!changed) return since
  await deps.lanes.notifyWorkers()
  await deps.live.publish(accountId, { type: 'user-status', userId, status })
  return since
}

/** Who set it: the module, if the key belongs to one. */
const sourceOf = (caller: KeyCaller): string => moduleOfKey(caller) ?? `key:${caller.keyId}`

export const changeStatusOf: Action<Deps, typeof setUserStatus> = async (deps, caller, { params, body }) => {
  await changeStatus(deps, caller.accountId, { userId: params.id, status: body.status, source: sourceOf(caller) })
  return { success: true }
}

export const changeMyStatus: Action<Deps, typeof setMyStatus> = async (deps, caller, { body }) => {
  const change = { userId: caller.userId, status: body.status, source: 'user' }
  const since = await changeStatus(deps, caller.accountId, change)
  return { success: true, status: body.status, statusSince: since.toISOString() }
}
