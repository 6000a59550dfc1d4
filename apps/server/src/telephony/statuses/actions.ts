import type { UserStatus } from '@patchbay/contract/platform/users'
import type { setUserStatus } from '@patchbay/contract/telephony/statuses'
import type { setMyStatus } from '@patchbay/contract/telephony/workspace/statuses'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { lockStatus, updateStatus } from '../../platform/users/store.ts'
import { listExtensionsOf } from '../settings/store.ts'
import { STATUS_LANE } from './rules.ts'

type Change = { userId: number; status: UserStatus; source: string }

/**
 * D-32: a status may follow any other; the same one again changes nothing. Whatever has to be told to others durably is
 * queued in this transaction.
 */
const changeStatus = async (deps: Deps, accountId: number, { userId, status, source }: Change): Promise<Date> => {
  const { since, changed } = await inAccount(deps.db, accountId, async (trx) => {
    const before = await lockStatus(trx, userId)
    if (!before?.active) return fail('not_found')
    if (before.status === status) return { since: before.since, changed: false }
    const now = await updateStatus(trx, userId, status, source)
    await enqueueStatusCallbacks(deps, trx, userId)
    return { since: now, changed: true }
  })
  if (!changed) return since
  await deps.lanes.notifyWorkers()
  await deps.live.publish(accountId, { type: 'user-status', userId, status })
  return since
}

/** Whose word it was: the module's, when the key tells which. */
const sourceOf = ({ moduleCode, modules, keyId }: KeyCaller): string =>
  moduleCode ?? (modules.length === 1 ? modules[0] : undefined) ?? `key:${keyId}`

export const changeStatusOf: Action<Deps, typeof setUserStatus> = async (deps, caller, { params, body }) => {
  await changeStatus(deps, caller.accountId, { userId: params.id, status: body.status, source: sourceOf(caller) })
  return { success: true }
}

export const changeMyStatus: Action<Deps, typeof setMyStatus> = async (deps, caller, { body }) => {
  const change = { userId: caller.userId, status: body.status, source: 'user' }
  const since = await changeStatus(deps, caller.accountId, change)
  return { success: true, status: body.status, statusSince: since.toISOString() }
}

/** To be called in the transaction that changes the status; afterwards `deps.lanes.nudge()`. */
const enqueueStatusCallbacks = async (deps: Pick<Deps, 'lanes'>, trx: Db, userId: number): Promise<void> => {
  for (const { moduleId } of await listExtensionsOf(trx, userId)) {
    await deps.lanes.enqueue(
      trx,
      { kind: STATUS_LANE, key: `${moduleId}:${userId}`, endpoint: String(moduleId) },
      'at once',
    )
  }
}
