import { randomBytes } from 'node:crypto'
import type { ActionCode } from '@patchbay/contract/platform/workspace/action-log'
import type {
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startSecondFactor,
} from '@patchbay/contract/platform/workspace/second-factor'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { UserCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { sha256 } from '../../lib/security/digest.ts'
import { newTotpSecret, totpUri } from '../../lib/security/totp.ts'
import { getAccount } from '../accounts/store.ts'
import { insertAction } from '../action-log/store.ts'
import { findUser, getUserName, type User } from '../users/store.ts'
import { normalizeCode, recoveryCodeFrom } from './rules.ts'
import { secretContext, takeCode, throttleCodes } from './service.ts'
import {
  confirmSecondFactor as confirm,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  insertUnconfirmed,
  replaceRecoveryCodes,
} from './store.ts'

const RECOVERY_CODES = 10

const getSelf = async (trx: Db, { userId }: UserCaller): Promise<User> =>
  (await findUser(trx, userId)) ?? fail('sign_in_needed')

export const showSecondFactor: Action<Deps, typeof getSecondFactor> = (deps, caller) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const user = await getSelf(trx, caller)
    return {
      success: true,
      active: (await findSecondFactor(trx, user.id))?.confirmed ?? false,
      required: user.secondFactorRequired,
      recoveryCodesLeft: await countRecoveryCodes(trx, user.id),
    }
  })

export const createSecondFactor: Action<Deps, typeof startSecondFactor> = async (deps, caller) => {
  const secret = newTotpSecret()
  const sealed = deps.sealer.seal(secretContext(caller), secret)
  const uri = await inAccount(deps.db, caller.accountId, async (trx) => {
    const user = await getSelf(trx, caller)
    if (!(await insertUnconfirmed(trx, user.id, sealed))) fail('second_factor_active')
    return totpUri(secret, (await getAccount(trx)).name, user.email)
  })
  return { success: true, secret, uri }
}

const createRecoveryCodes = async (trx: Db, userId: number): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeFrom(randomBytes(16)))
  await replaceRecoveryCodes(
    trx,
    userId,
    codes.map((code) => sha256(normalizeCode(code))),
  )
  return codes
}

/** Changes one's own second factor after a correct code, and logs it. */
const withCode = async <T>(
  deps: Deps,
  caller: UserCaller,
  code: string,
  { confirmed, action }: { confirmed: boolean; action: ActionCode },
  change: (trx: Db, userId: number) => Promise<T>,
): Promise<T> => {
  const { accountId, userId } = caller
  await throttleCodes(deps, caller)
  return inAccount(deps.db, accountId, async (trx) => {
    const { email } = await getSelf(trx, caller)
    const factor = await findSecondFactor(trx, userId)
    if (factor?.confirmed && !confirmed) fail('second_factor_active')
    if (!factor || factor.confirmed !== confirmed) return fail('second_factor_wrong')
    if (!(await takeCode(deps, trx, { accountId, userId, email }, factor.secret, code))) fail('second_factor_wrong')
    const result = await change(trx, userId)
    await insertAction(trx, { recordType: 'Sign-in', actor: email, action })
    return result
  })
}

export const enableSecondFactor: Action<Deps, typeof confirmSecondFactor> = async (deps, caller, { body }) => {
  const how = { confirmed: false, action: 'second-factor.enabled' } as const
  const recoveryCodes = await withCode(deps, caller, body.code, how, async (trx, userId) => {
    await confirm(trx, userId)
    return createRecoveryCodes(trx, userId)
  })
  return { success: true, recoveryCodes }
}

export const replaceOwnRecoveryCodes: Action<Deps, typeof renewRecoveryCodes> = async (deps, caller, { body }) => {
  const how = { confirmed: true, action: 'recovery-codes.renewed' } as const
  return { success: true, recoveryCodes: await withCode(deps, caller, body.code, how, createRecoveryCodes) }
}

export const removeOwnSecondFactor: Action<Deps, typeof disableSecondFactor> = async (deps, caller, { body }) => {
  const how = { confirmed: true, action: 'second-factor.disabled' } as const
  await withCode(deps, caller, body.code, how, deleteSecondFactor)
  return { success: true }
}

export const resetUserSecondFactor: Action<Deps, typeof resetSecondFactor> = (deps, caller, { params }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const user = (await findUser(trx, params.id)) ?? fail('not_found')
    await deleteSecondFactor(trx, user.id)
    await insertAction(trx, {
      recordType: 'Users',
      actor: await getUserName(trx, caller.userId),
      action: 'second-factor.reset',
      subject: user.email,
    })
    return { success: true }
  })
