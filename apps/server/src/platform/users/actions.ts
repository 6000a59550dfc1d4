import { fromLocalTime } from '@patchbay/contract/base/local-time'
import { paginationOf, requestedPage } from '@patchbay/contract/base/pages'
import type { getApiUser, listApiUsers, listUserGroups } from '@patchbay/contract/platform/users'
import type {
  changeUser,
  deleteUserGroup,
  inviteUser,
  listColleagues,
  listWorkspaceGroups,
  listWorkspaceUsers,
  saveUserGroup,
} from '@patchbay/contract/platform/workspace/users'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../action-log/store.ts'
import { enqueueRouting } from '../routing/service.ts'
import { SEND_LINK } from '../sessions/service.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import { emailKey, leavesNoAdmin, matchesFilter } from './rules.ts'
import {
  deleteGroup,
  findPerson,
  findUser,
  findUserByEmail,
  getUserName,
  insertUser,
  listExistingUserIds,
  listGroups,
  listGroupsWithMembers,
  listPeople,
  listUsers,
  lockActiveAdmins,
  saveGroupWith,
  updateUser,
} from './store.ts'
import { presentPerson } from './view.ts'

/** D-31: who is online. While Redis is unavailable, those whose browser is connected to this process. */
const listOnline = async (deps: Deps, accountId: number, people: readonly { id: number }[]): Promise<Set<number>> => {
  const ids = people.map(({ id }) => id)
  const online = await deps.presence.listOnline(accountId, ids)
  return online ?? new Set(ids.filter((id) => deps.live.hasBrowser(accountId, id)))
}

export const showUsers: Action<Deps, typeof listWorkspaceUsers> = async (deps, { accountId }) => {
  const users = await inAccount(deps.db, accountId, listUsers)
  const here = await listOnline(deps, accountId, users)
  return {
    success: true,
    users: users.map(({ passwordHash, createdAt, statusSince, language: _language, ...user }) => ({
      ...user,
      invited: passwordHash === null,
      createdAt: createdAt.toISOString(),
      statusSince: statusSince.toISOString(),
      online: here.has(user.id),
    })),
  }
}

export const invite: Action<Deps, typeof inviteUser> = async (deps, caller, { body }) => {
  const { accountId } = caller
  const id = await inAccount(deps.db, accountId, async (trx) => {
    const known = await findUserByEmail(trx, emailKey(body.email))
    if (known?.passwordHash) return fail('email_taken')
    const user = { ...body, emailKey: emailKey(body.email) }
    const { id: userId, isNew } = known ? { id: known.id, isNew: false } : await insertUser(trx, user)
    await insertAction(trx, {
      recordType: 'Users',
      actor: await getUserName(trx, caller.userId),
      action: 'user.invited',
      subject: body.email,
      // Who was invited before keeps the role of that invitation.
      detail: isNew ? { role: body.role } : {},
    })
    await deps.jobs.send(trx, SEND_LINK, { accountId, userId, reason: 'invitation' })
    return userId
  })
  return { success: true, id }
}

export const editUser: Action<Deps, typeof changeUser> = async (deps, caller, { params, body }) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const admins = await lockActiveAdmins(trx)
    const user = (await findUser(trx, params.id)) ?? fail('not_found')
    const { role, active, secondFactorRequired, chatCapacity } = user
    const before = { role, active, secondFactorRequired, chatCapacity }
    const after = { ...before, ...body }
    if (leavesNoAdmin(user, after, admins)) fail('last_admin')
    await updateUser(trx, user.id, after)
    if (!after.active) await deleteSessionsOf(trx, user.id)
    await insertAction(trx, {
      recordType: 'Users',
      actor: await getUserName(trx, caller.userId),
      action: 'user.changed',
      subject: user.email,
      detail: { before, after },
    })
    if (after.chatCapacity > before.chatCapacity) await enqueueRouting(deps, trx)
  })
  await deps.lanes.notifyWorkers()
  return { success: true }
}

export const showPeople: Action<Deps, typeof listApiUsers> = async (deps, { accountId }, { query }) => {
  const asked = requestedPage(query)
  const { timezone } = await deps.accounts.account(accountId)
  const { createdAtFrom, createdAtTo, ...rest } = query.filter ?? {}
  const createdFrom = createdAtFrom === undefined ? undefined : fromLocalTime(createdAtFrom, timezone)
  const createdTo = createdAtTo === undefined ? undefined : fromLocalTime(createdAtTo, timezone)
  const filter = { ...rest, ...(createdFrom && { createdFrom }), ...(createdTo && { createdTo }) }
  const people = await inAccount(deps.db, accountId, listPeople)
  const here = await listOnline(deps, accountId, people)
  const found = people.filter((person) => matchesFilter(person, here.has(person.id), filter))
  return {
    success: true,
    pagination: paginationOf(asked, found.length),
    users: found
      .slice((asked.page - 1) * asked.limit, asked.page * asked.limit)
      .map((person) => presentPerson(person, here.has(person.id), timezone)),
  }
}

export const showPerson: Action<Deps, typeof getApiUser> = async (deps, { accountId }, { params }) => {
  const { timezone } = await deps.accounts.account(accountId)
  const person = (await inAccount(deps.db, accountId, (trx) => findPerson(trx, params.id))) ?? fail('not_found')
  const here = await listOnline(deps, accountId, [person])
  return { success: true, user: presentPerson(person, here.has(person.id), timezone) }
}

export const showGroups: Action<Deps, typeof listUserGroups> = async (deps, { accountId }, { query }) => {
  const asked = requestedPage(query)
  const groups = await inAccount(deps.db, accountId, listGroups)
  return {
    success: true,
    pagination: paginationOf(asked, groups.length),
    groups: groups.slice((asked.page - 1) * asked.limit, asked.page * asked.limit),
  }
}

export const showWorkspaceGroups: Action<Deps, typeof listWorkspaceGroups> = async (deps, { accountId }) => ({
  success: true,
  groups: await inAccount(deps.db, accountId, listGroupsWithMembers),
})

export const saveGroup: Action<Deps, typeof saveUserGroup> = (deps, caller, { params, body }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const known = await listExistingUserIds(trx, body.userIds)
    const unknown = body.userIds.find((id) => !known.has(id))
    if (unknown !== undefined) fail('entity_invalid', { fields: { userIds: `there is no user ${unknown}` } })
    const group = await saveGroupWith(trx, { code: params.code, ...body })
    await insertAction(trx, {
      recordType: 'Users',
      actor: await getUserName(trx, caller.userId),
      action: 'user-group.saved',
      subject: group.code,
      detail: { name: group.name, userIds: body.userIds },
    })
    return { success: true, group }
  })

export const removeGroup: Action<Deps, typeof deleteUserGroup> = async (deps, caller, { params }) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const name = (await deleteGroup(trx, params.code)) ?? fail('not_found')
    await insertAction(trx, {
      recordType: 'Users',
      actor: await getUserName(trx, caller.userId),
      action: 'user-group.deleted',
      subject: params.code,
      detail: { name },
    })
  })
  return { success: true }
}

export const showColleagues: Action<Deps, typeof listColleagues> = async (deps, { accountId }) => {
  const people = (await inAccount(deps.db, accountId, listPeople)).filter(({ active }) => active)
  const here = await listOnline(deps, accountId, people)
  return {
    success: true,
    colleagues: people.map(({ id, firstName, lastName, status, statusSince }) => ({
      id,
      firstName,
      lastName,
      status,
      statusSince: statusSince.toISOString(),
      online: here.has(id),
    })),
  }
}
