import type { editPaymentStatus, editPaymentType } from '@patchbay/contract/crm/references'
import type { keepWorkspacePaymentStatus, keepWorkspacePaymentType } from '@patchbay/contract/platform/workspace/shops'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller, UserCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { type Change, refuseUnmeant } from '../../lib/http-in/upsert-intent.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { nameOf } from '../../platform/users/actions.ts'
import { type Decision, decidePaymentStatus, decidePaymentType } from './rules.ts'
import { lockPaymentStatus, lockPaymentType, savePaymentStatus, savePaymentType } from './store.ts'

// Statuses and ways to pay are made and changed by programs and by people, in the same way.

type Kind<Row, Edit> = {
  name: string
  lock: (trx: Db, code: string) => Promise<Row | undefined>
  decide: (before: Row | undefined, code: string, edit: Edit) => Decision<Row>
  save: (trx: Db, row: Row) => Promise<void>
}

const STATUS = {
  name: 'payment status',
  lock: lockPaymentStatus,
  decide: decidePaymentStatus,
  save: savePaymentStatus,
}
const TYPE = { name: 'payment type', lock: lockPaymentType, decide: decidePaymentType, save: savePaymentType }

const keep = async <Row extends object, Edit>(
  deps: Deps,
  accountId: number,
  kind: Kind<Row, Edit>,
  change: Change,
  edit: Edit,
): Promise<{ success: true }> => {
  await inAccount(deps.db, accountId, async (trx) => {
    const before = await kind.lock(trx, change.code)
    refuseUnmeant(change, before)
    const decision = kind.decide(before, change.code, edit)
    if (!decision.ok) return fail('entity_invalid', { fields: decision.fields })
    await kind.save(trx, decision.row)
    await insertAction(trx, {
      recordType: 'References',
      actor: await change.actor(trx),
      action: before ? `${kind.name} changed` : `${kind.name} made`,
      subject: change.code,
    })
  })
  return { success: true }
}

/** These lists are the whole account's: a key of some shops has no say in them. */
const byKey = (caller: KeyCaller, code: string): Change =>
  caller.sites === null ? { code, actor: async () => `API key ${caller.keyId}` } : fail('access_denied')

const byUser = (caller: UserCaller, code: string, isNew: boolean): Change => ({
  code,
  isNew,
  actor: (trx) => nameOf(trx, caller.userId),
})

export const changePaymentStatus: Action<Deps, typeof editPaymentStatus> = async (deps, caller, { params, body }) =>
  keep(deps, caller.accountId, STATUS, byKey(caller, params.code), body.paymentStatus)

export const changePaymentType: Action<Deps, typeof editPaymentType> = async (deps, caller, { params, body }) =>
  keep(deps, caller.accountId, TYPE, byKey(caller, params.code), body.paymentType)

export const keepPaymentStatus: Action<Deps, typeof keepWorkspacePaymentStatus> = (deps, caller, { params, body }) =>
  keep(deps, caller.accountId, STATUS, byUser(caller, params.code, body.isNew), body.paymentStatus)

export const keepPaymentType: Action<Deps, typeof keepWorkspacePaymentType> = (deps, caller, { params, body }) =>
  keep(deps, caller.accountId, TYPE, byUser(caller, params.code, body.isNew), body.paymentType)
