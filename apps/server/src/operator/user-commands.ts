import { ROLES } from '@patchbay/contract/base/roles'
import type { Role } from '@patchbay/contract/platform/users'
import type { Deps } from '../deps.ts'
import type { Db } from '../lib/db/database.ts'
import { inAccount } from '../lib/db/transaction.ts'
import { newToken, sha256 } from '../lib/security/digest.ts'
import { getAccount } from '../platform/accounts/store.ts'
import { insertAction } from '../platform/action-log/store.ts'
import { deleteSessionsOf, insertLink } from '../platform/sessions/store.ts'
import { emailKey, leavesNoAdmin } from '../platform/users/rules.ts'
import {
  findUserByEmail,
  insertUser,
  listUsers,
  lockActiveAdmins,
  type User,
  updateUser,
} from '../platform/users/store.ts'
import { accountAt, linkTo, OPERATOR } from './commands.ts'
import { type Result, table } from './result.ts'

// Users, for an operator who is asked for help: no email is sent, the link is printed.

const LINK_HOURS = 72

const readRole = (role: string): Role => {
  const known = ROLES.find((one) => one === role)
  if (!known) throw new Error(`there is no role ${role}; there are ${ROLES.join(', ')}`)
  return known
}

const getUser = async (trx: Db, host: string, email: string): Promise<User> => {
  const user = await findUserByEmail(trx, emailKey(email))
  if (!user) throw new Error(`there is no user ${email} at ${host}; patchbay user list ${host} shows them`)
  return user
}

/** A link with which the user chooses a password. */
const createLink = async (trx: Db, userId: number): Promise<string> => {
  const token = newToken()
  await insertLink(trx, userId, sha256(token), LINK_HOURS)
  return linkTo((await getAccount(trx)).publicUrl, token)
}

export type NewUserOptions = { role: string; firstName?: string; lastName?: string }

export const userCreateCommand = async (
  deps: Deps,
  host: string,
  email: string,
  options: NewUserOptions,
): Promise<Result> => {
  const role = readRole(options.role)
  const names = { firstName: options.firstName ?? email.split('@')[0] ?? '', lastName: options.lastName ?? '' }
  const link = await inAccount(deps.db, await accountAt(deps, host), async (trx) => {
    const { id, isNew } = await insertUser(trx, { email, emailKey: emailKey(email), role, ...names })
    if (!isNew) throw new Error(`${email} is already a user at ${host}; patchbay user reset-password gives a new link`)
    const entry = { recordType: 'Users', actor: OPERATOR, action: 'user.invited', subject: email } as const
    await insertAction(trx, { ...entry, detail: { role } })
    return createLink(trx, id)
  })
  return { text: link, data: { email, role, link, expiresInHours: LINK_HOURS } }
}

export const userListCommand = async (deps: Deps, host: string): Promise<Result> => {
  const users = await inAccount(deps.db, await accountAt(deps, host), listUsers)
  const rows = users.map(({ id, email, role, active, passwordHash, secondFactor }) => ({
    ...{ id, email, role, active, secondFactor },
    invited: passwordHash === null,
  }))
  const stateOf = (row: (typeof rows)[number]) => (!row.active ? 'deactivated' : row.invited ? 'invited' : 'active')
  const text = table(rows.map((row) => [String(row.id), row.email, row.role, stateOf(row)]))
  return { text: text || 'no users', data: { users: rows } }
}

/** The old password works until the new one is chosen. */
export const userResetCommand = async (deps: Deps, host: string, email: string): Promise<Result> => {
  const link = await inAccount(deps.db, await accountAt(deps, host), async (trx) => {
    const user = await getUser(trx, host, email)
    if (!user.active) throw new Error(`${email} is deactivated; patchbay user reactivate ${host} ${email} first`)
    const entry = { recordType: 'Users', actor: OPERATOR, action: 'user.changed', subject: user.email } as const
    await insertAction(trx, { ...entry, detail: { passwordLink: true } })
    return createLink(trx, user.id)
  })
  return { text: link, data: { email, link, expiresInHours: LINK_HOURS } }
}

/** Changes the role or the activity; the last active administrator of an account stays. */
export const userChangeCommand = async (
  deps: Deps,
  host: string,
  email: string,
  change: { role?: string; active?: boolean },
): Promise<Result> => {
  const wanted = {
    ...(change.role !== undefined && { role: readRole(change.role) }),
    ...(change.active !== undefined && { active: change.active }),
  }
  const after = await inAccount(deps.db, await accountAt(deps, host), async (trx) => {
    const admins = await lockActiveAdmins(trx)
    const user = await getUser(trx, host, email)
    const { role, active, secondFactorRequired, chatCapacity } = user
    const before = { role, active, secondFactorRequired, chatCapacity }
    const next = { ...before, ...wanted }
    if (leavesNoAdmin(before, next, admins))
      throw new Error(`${email} is the only active administrator at ${host}; create another one first`)
    await updateUser(trx, user.id, next)
    if (!next.active) await deleteSessionsOf(trx, user.id)
    const entry = { recordType: 'Users', actor: OPERATOR, action: 'user.changed', subject: user.email } as const
    await insertAction(trx, { ...entry, detail: { before, after: next } })
    return next
  })
  const { role, active } = after
  return {
    text: `${email}: ${role}, ${active ? 'active' : 'deactivated and signed out'}`,
    data: { email, role, active },
  }
}
