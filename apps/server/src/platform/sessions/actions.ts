import type {
  choosePassword,
  forgotPassword,
  getMe,
  signIn,
  signOut,
} from '@patchbay/contract/platform/workspace/sessions'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { AppError, fail } from '../../lib/errors.ts'
import type { Action, Http } from '../../lib/http-in/route.ts'
import { sha256 } from '../../lib/security/digest.ts'
import { hashPassword, isPassword } from '../../lib/security/passwords.ts'
import { insertAction } from '../action-log/store.ts'
import { isSecondFactorDue } from '../second-factor/rules.ts'
import { checkSecondFactor, throttleCodes } from '../second-factor/service.ts'
import { rejectWithoutPasswords } from '../single-sign-on/service.ts'
import { emailKey, isWeakPassword } from '../users/rules.ts'
import { findUser, findUserByEmail, type User, updatePassword } from '../users/store.ts'
import { findKnownDevice } from './device-service.ts'
import { recordRefusal, throttleNetwork, throttleSignIn } from './guessing-service.ts'
import { openSession, SEND_LINK, SESSION_COOKIE, sendSession, toMe } from './service.ts'
import { deleteSession, deleteSessionsOf, findLink, takeLink } from './store.ts'

type Given = { user: User; code: string | undefined; accountId: number; http: Http }

/** The last step of signing in with a password: the second factor, then the session. */
const finishSignIn = async (
  deps: Deps,
  { user, code, accountId, http }: Given,
  before?: (trx: Db) => Promise<void>,
) => {
  if (code !== undefined) {
    const owner = { accountId, userId: user.id }
    await throttleCodes(deps, owner, findKnownDevice(deps, accountId, http, user.id))
  }
  const session = await inAccount(deps.db, accountId, async (trx) => {
    await before?.(trx)
    const active = await checkSecondFactor(deps, trx, { accountId, userId: user.id, email: user.email }, code)
    const secondFactorDue = isSecondFactorDue({ required: user.secondFactorRequired, active, bySso: false })
    return openSession(trx, user, http, { bySso: false, secondFactorDue })
  }).catch(async (error) => {
    if (error instanceof AppError && error.code === 'second_factor_wrong')
      await recordRefusal(deps, { accountId, http, user }, 'second-factor')
    throw error
  })
  return sendSession(deps, accountId, http, session)
}

export const startSession: Action<Deps, typeof signIn> = async (deps, { accountId }, { body }, http) => {
  const email = emailKey(body.email)
  const user = await inAccount(deps.db, accountId, async (trx) => {
    await rejectWithoutPasswords(trx)
    return findUserByEmail(trx, email)
  })
  await throttleSignIn(deps, { accountId, http, email, user })
  // Hashing is slow on purpose: it happens outside of any transaction.
  const right = await isPassword(body.password, user?.passwordHash)
  if (!user || !right || !user.active) {
    await recordRefusal(deps, { accountId, http, user }, user && right ? 'inactive' : 'password')
    return fail('sign_in_refused')
  }
  return finishSignIn(deps, { user, code: body.code, accountId, http })
}

export const endSession: Action<Deps, typeof signOut> = async (deps, caller, _input, http) => {
  await inAccount(deps.db, caller.accountId, (trx) => deleteSession(trx, caller.sessionHash))
  await http.setCookie(SESSION_COOKIE, '', 0)
  return { success: true }
}

export const showMe: Action<Deps, typeof getMe> = async (deps, { accountId, userId, secondFactorDue }) => {
  const me = await inAccount(deps.db, accountId, async (trx) =>
    toMe(trx, (await findUser(trx, userId)) ?? fail('sign_in_needed'), secondFactorDue),
  )
  return { success: true, me, liveFrom: await deps.live.position(accountId) }
}

/** Of a job for an address that is no user's; users' ids begin at 1. */
const NOBODY = 0

/** The reply is the same whether or not the address is known, and takes as long: a job is enqueued in any case. */
export const requestPasswordReset: Action<Deps, typeof forgotPassword> = async (
  deps,
  { accountId },
  { body },
  http,
) => {
  await throttleNetwork(deps, http, 'reset', 10)
  const email = emailKey(body.email)
  // At most a few emails an hour to one person, from any network: the last of them has a valid link.
  const tooMany = await deps.rateLimit(`reset:${accountId}:${email}`, 5, 3600)
  if (tooMany !== undefined) return { success: true }
  await inAccount(deps.db, accountId, async (trx) => {
    await rejectWithoutPasswords(trx)
    const user = await findUserByEmail(trx, email)
    await deps.jobs.send(trx, SEND_LINK, { accountId, userId: user?.active ? user.id : NOBODY, reason: 'reset' })
  })
  return { success: true }
}

export const setPassword: Action<Deps, typeof choosePassword> = async (deps, { accountId }, { body }, http) => {
  await throttleNetwork(deps, http, 'link', 20)
  const tokenHash = sha256(body.token)
  const user = await inAccount(deps.db, accountId, async (trx) => {
    await rejectWithoutPasswords(trx)
    const userId = (await findLink(trx, tokenHash)) ?? fail('link_expired')
    const found = (await findUser(trx, userId)) ?? fail('link_expired')
    return found.active ? found : fail('link_expired')
  })
  if (isWeakPassword(body.password, user.email)) fail('password_weak')
  const passwordHash = await hashPassword(body.password)
  return finishSignIn(deps, { user, code: body.code, accountId, http }, async (trx) => {
    // A failure after this, such as a wrong code, keeps the link valid for another try.
    if ((await takeLink(trx, tokenHash)) !== user.id) fail('link_expired')
    await updatePassword(trx, user.id, passwordHash)
    await deleteSessionsOf(trx, user.id)
    await insertAction(trx, { recordType: 'Users', actor: user.email, action: 'user.password-set' })
  })
}
