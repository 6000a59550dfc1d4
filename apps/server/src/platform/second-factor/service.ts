import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import { sha256 } from '../../lib/security/digest.ts'
import { findTotpStep } from '../../lib/security/totp.ts'
import { insertAction } from '../action-log/store.ts'
import { isAppCode, normalizeCode } from './rules.ts'
import { findSecondFactor, takeRecoveryCode, takeStep } from './store.ts'

type UserId = { accountId: number; userId: number }
type Owner = UserId & { email: string }

export const secretContext = ({ accountId, userId }: UserId): string => `${accountId}/second_factor/${userId}`

/**
 * Limits guessing of codes. Only somebody with the password or a session gets here, so a stranger cannot use it up; a known
 * device has a limit of its own.
 */
export const throttleCodes = async (deps: Deps, { accountId, userId }: UserId, deviceId = ''): Promise<void> => {
  const retryAfter = await deps.rateLimit(`second-factor:${accountId}:${userId}:${deviceId}`, 30, 3600)
  if (retryAfter !== undefined) fail('sign_in_throttled', { retryAfter })
}

/** Uses up a correct code: none is accepted twice. */
export const takeCode = async (
  deps: Pick<Deps, 'sealer' | 'now'>,
  trx: Db,
  owner: Owner,
  secret: Buffer,
  code: string,
): Promise<boolean> => {
  const given = normalizeCode(code)
  if (!isAppCode(given)) {
    if (!(await takeRecoveryCode(trx, owner.userId, sha256(given)))) return false
    await insertAction(trx, { recordType: 'Sign-in', actor: owner.email, action: 'recovery-code.used' })
    return true
  }
  const step = findTotpStep(deps.sealer.open(secretContext(owner), secret), given, deps.now())
  return step !== undefined && takeStep(trx, owner.userId, step)
}

/** Asks for the second factor of a user who has one; whether they have. */
export const checkSecondFactor = async (
  deps: Pick<Deps, 'sealer' | 'now'>,
  trx: Db,
  owner: Owner,
  code: string | undefined,
): Promise<boolean> => {
  const factor = await findSecondFactor(trx, owner.userId)
  if (!factor?.confirmed) return false
  if (code === undefined) fail('second_factor_needed')
  else if (!(await takeCode(deps, trx, owner, factor.secret, code))) fail('second_factor_wrong')
  return true
}
