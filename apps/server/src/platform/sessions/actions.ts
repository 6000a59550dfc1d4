import type {
  choosePassword,
  forgotPassword,
  getMe,
  Me,
  signIn,
  signOut,
} from '@patchbay/contract/platform/workspace/sessions'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { sha256 } from '../../lib/security/digest.ts'
import { hashPassword, isPassword } from '../../lib/security/passwords.ts'
import { getAccount } from '../accounts/store.ts'
import { insertAction } from '../action-log/store.ts'
import { emailKey, isWeakPassword } from '../users/rules.ts'
import { findUser, findUserByEmail, type User, updatePassword } from '../users/store.ts'
import { openSession, SEND_LINK } from './service.ts'
import { deleteSession, deleteSessionsOf, takeLink } from './store.ts'

const toMe = async (trx: Db, user: User): Promise<Me> => {
  const { id, email, firstName, lastName, role, status } = user
  const { name, locale, timezone, currency } = await getAccount(trx)
  const place = { accountName: name, locale, timezone, currency }
  return { id, email, firstName, lastName, role, ...place, status, statusSince: user.statusSince.toISOString() }
}

const throttle = async (deps: Deps, accountId: number, ip: string, email: string): Promise<void> => {
  const [byPerson, byPlace] = await Promise.all([
    deps.rateLimit(`sign-in:${accountId}:${emailKey(email)}`, 10, 60),
    deps.rateLimit(`sign-in-from:${ip}`, 60, 60),
  ])
  const wait = byPerson ?? byPlace
  if (wait !== undefined) fail('sign_in_throttled', { retryAfter: wait })
}

export const startSession: Action<Deps, typeof signIn> = async (deps, { accountId }, { body }, http) => {
  await throttle(deps, accountId, http.ip, body.email)
  const found = await inAccount(deps.db, accountId, (trx) => findUserByEmail(trx, emailKey(body.email)))
  // Hashing is slow on purpose: it happens outside of any transaction.
  const right = await isPassword(body.password, found?.passwordHash)
  if (!found || !right || !found.active) return fail('sign_in_refused')
  const { me, token } = await inAccount(deps.db, accountId, async (trx) => {
    await insertAction(trx, { recordType: 'Sign-in', actor: found.email, action: 'signed in' })
    return { me: await toMe(trx, found), token: await openSession(trx, found.id) }
  })
  http.setSession(token)
  return { success: true, me, liveFrom: await deps.live.position(accountId) }
}

export const endSession: Action<Deps, typeof signOut> = async (deps, caller, _input, http) => {
  await inAccount(deps.db, caller.accountId, (trx) => deleteSession(trx, caller.sessionHash))
  http.endSession()
  return { success: true }
}

export const showMe: Action<Deps, typeof getMe> = async (deps, { accountId, userId }) => {
  const me = await inAccount(deps.db, accountId, async (trx) =>
    toMe(trx, (await findUser(trx, userId)) ?? fail('sign_in_needed')),
  )
  return { success: true, me, liveFrom: await deps.live.position(accountId) }
}

/** The answer is the same for an address that is known and one that is not. */
export const requestPasswordReset: Action<Deps, typeof forgotPassword> = async (
  deps,
  { accountId },
  { body },
  http,
) => {
  await throttle(deps, accountId, http.ip, body.email)
  await inAccount(deps.db, accountId, async (trx) => {
    const user = await findUserByEmail(trx, emailKey(body.email))
    if (user?.active) await deps.jobs.send(trx, SEND_LINK, { accountId, userId: user.id, reason: 'reset' })
  })
  return { success: true }
}

export const setPassword: Action<Deps, typeof choosePassword> = async (deps, { accountId }, { body }, http) => {
  const passwordHash = await hashPassword(body.password)
  const { me, token } = await inAccount(deps.db, accountId, async (trx) => {
    const userId = (await takeLink(trx, sha256(body.token))) ?? fail('link_expired')
    const user = (await findUser(trx, userId)) ?? fail('link_expired')
    if (!user.active) fail('link_expired')
    // Refused inside the transaction, so that the link is still good for a better one.
    if (isWeakPassword(body.password, user.email)) fail('password_weak')
    await updatePassword(trx, userId, passwordHash)
    await deleteSessionsOf(trx, userId)
    await insertAction(trx, { recordType: 'Users', actor: user.email, action: 'set a password' })
    return { me: await toMe(trx, user), token: await openSession(trx, userId) }
  })
  http.setSession(token)
  return { success: true, me, liveFrom: await deps.live.position(accountId) }
}
