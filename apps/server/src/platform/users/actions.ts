import type {
  changeUser,
  choosePassword,
  forgotPassword,
  getMe,
  inviteUser,
  listWorkspaceUsers,
  Me,
  signIn,
  signOut,
} from '@patchbay/contract/platform/users'
import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { defineJob } from '../../lib/queue/jobs.ts'
import { newToken, sha256 } from '../../lib/security/digest.ts'
import { hashPassword, isPassword } from '../../lib/security/passwords.ts'
import { getAccount } from '../accounts/store.ts'
import { insertAction } from '../action-log/store.ts'
import { openSession } from '../sessions/service.ts'
import { emailKey, isWeakPassword, leavesNoAdmin } from './rules.ts'
import {
  deleteSession,
  deleteSessionsOf,
  findUser,
  findUserByEmail,
  insertLink,
  insertUser,
  listUsers,
  lockActiveAdmins,
  type NewUser,
  takeLink,
  type User,
  updatePassword,
  updateUser,
} from './store.ts'

export const SEND_LINK = defineJob({
  name: 'users.send-link',
  payload: Type.Object({
    accountId: Type.Integer(),
    userId: Type.Integer(),
    reason: Type.Enum(['invitation', 'reset']),
  }),
})

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

export const openWorkspace: Action<Deps, typeof signIn> = async (deps, { accountId }, { body }, http) => {
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

export const leaveWorkspace: Action<Deps, typeof signOut> = async (deps, caller, _input, http) => {
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
export const askForPassword: Action<Deps, typeof forgotPassword> = async (deps, { accountId }, { body }, http) => {
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
    await insertAction(trx, { recordType: 'Users', actor: user.email, action: 'chose a password' })
    return { me: await toMe(trx, user), token: await openSession(trx, userId) }
  })
  http.setSession(token)
  return { success: true, me, liveFrom: await deps.live.position(accountId) }
}

export const showUsers: Action<Deps, typeof listWorkspaceUsers> = async (deps, caller) => {
  const users = await inAccount(deps.db, caller.accountId, listUsers)
  return {
    success: true,
    users: users.map(({ passwordHash, createdAt, status: _status, statusSince: _since, ...user }) => ({
      ...user,
      invited: passwordHash === null,
      createdAt: createdAt.toISOString(),
    })),
  }
}

export const invite: Action<Deps, typeof inviteUser> = async (deps, caller, { body }) => {
  const { accountId } = caller
  const id = await inAccount(deps.db, accountId, async (trx) => {
    const known = await findUserByEmail(trx, emailKey(body.email))
    if (known?.passwordHash) return fail('email_taken')
    const userId = known?.id ?? (await insertUser(trx, { ...body, emailKey: emailKey(body.email) }))
    await insertAction(trx, {
      recordType: 'Users',
      actor: await nameOf(trx, caller.userId),
      action: 'invited',
      subject: body.email,
      detail: { role: body.role },
    })
    await deps.jobs.send(trx, SEND_LINK, { accountId, userId, reason: 'invitation' })
    return userId
  })
  return { success: true, id }
}

export const change: Action<Deps, typeof changeUser> = async (deps, caller, { params, body }) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const admins = await lockActiveAdmins(trx)
    const user = (await findUser(trx, params.id)) ?? fail('not_found')
    const after = { role: body.role ?? user.role, active: body.active ?? user.active }
    if (leavesNoAdmin(user, after, admins)) fail('last_admin')
    await updateUser(trx, user.id, after)
    if (!after.active) await deleteSessionsOf(trx, user.id)
    const before = { role: user.role, active: user.active }
    await insertAction(trx, {
      recordType: 'Users',
      actor: await nameOf(trx, caller.userId),
      action: 'changed',
      subject: user.email,
      detail: { before, after },
    })
  })
  return { success: true }
}

const LINK_HOURS = 72

/** For the operator, who hands the link over in person: nothing is sent. */
export const inviteByLink = async (
  deps: Pick<Deps, 'db'>,
  accountId: number,
  user: Omit<NewUser, 'emailKey'>,
): Promise<string> => {
  const token = newToken()
  await inAccount(deps.db, accountId, async (trx) => {
    const userId = await insertUser(trx, { ...user, emailKey: emailKey(user.email) })
    await insertLink(trx, userId, sha256(token), LINK_HOURS)
  })
  return token
}

/** How a person is called in the Action Log. */
export const nameOf = async (trx: Db, userId: number): Promise<string> =>
  (await findUser(trx, userId))?.email ?? `user ${userId}`
