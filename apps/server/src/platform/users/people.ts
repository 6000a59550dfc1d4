import { fromLocalTime, toLocalTime } from '@patchbay/contract/base/local-time'
import { pageAsked, paginationOf } from '@patchbay/contract/base/pages'
import type {
  ApiUser,
  getApiUser,
  listApiUsers,
  listColleagues,
  listUserGroups,
  saveUserGroup,
} from '@patchbay/contract/platform/users'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../action-log/store.ts'
import { nameOf } from './actions.ts'
import { findPerson, listGroups, listPeople, saveGroupWith } from './people-store.ts'
import { fits, type Person } from './rules.ts'
import { listExistingUserIds } from './store.ts'

/** D-31: who is here. While Redis is away nobody is known to be. */
const whoIsHere = async (deps: Deps, accountId: number, people: readonly Person[]): Promise<Set<number>> => {
  const ids = people.map(({ id }) => id)
  return (await deps.presence.whoIsHere(accountId, ids)) ?? new Set()
}

const present = (person: Person, online: boolean, timezone: string): ApiUser => ({
  id: person.id,
  createdAt: toLocalTime(person.createdAt, timezone),
  active: person.active,
  email: person.email,
  firstName: person.firstName,
  lastName: person.lastName,
  patronymic: person.patronymic,
  position: person.position,
  phone: person.phone,
  status: person.status,
  online,
  isAdmin: person.role === 'admin',
  isManager: person.role === 'manager',
  groups: person.groups,
})

export const showPeople: Action<Deps, typeof listApiUsers> = async (deps, { accountId }, { query }) => {
  const asked = pageAsked(query)
  const { timezone } = await deps.directory.account(accountId)
  const { createdAtFrom, createdAtTo, ...rest } = query.filter ?? {}
  const createdFrom = createdAtFrom === undefined ? undefined : fromLocalTime(createdAtFrom, timezone)
  const createdTo = createdAtTo === undefined ? undefined : fromLocalTime(createdAtTo, timezone)
  const filter = { ...rest, ...(createdFrom && { createdFrom }), ...(createdTo && { createdTo }) }
  const people = await inAccount(deps.db, accountId, listPeople)
  const here = await whoIsHere(deps, accountId, people)
  const found = people.filter((person) => fits(person, here.has(person.id), filter))
  return {
    success: true,
    pagination: paginationOf(asked, found.length),
    users: found
      .slice((asked.page - 1) * asked.limit, asked.page * asked.limit)
      .map((person) => present(person, here.has(person.id), timezone)),
  }
}

export const showPerson: Action<Deps, typeof getApiUser> = async (deps, { accountId }, { params }) => {
  const { timezone } = await deps.directory.account(accountId)
  const person = (await inAccount(deps.db, accountId, (trx) => findPerson(trx, params.id))) ?? fail('not_found')
  const here = await whoIsHere(deps, accountId, [person])
  return { success: true, user: present(person, here.has(person.id), timezone) }
}

export const showGroups: Action<Deps, typeof listUserGroups> = async (deps, { accountId }, { query }) => {
  const asked = pageAsked(query)
  const groups = await inAccount(deps.db, accountId, listGroups)
  return {
    success: true,
    pagination: paginationOf(asked, groups.length),
    groups: groups.slice((asked.page - 1) * asked.limit, asked.page * asked.limit),
  }
}

export const saveGroup: Action<Deps, typeof saveUserGroup> = (deps, caller, { params, body }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const known = await listExistingUserIds(trx, body.userIds)
    const unknown = body.userIds.find((id) => !known.has(id))
    if (unknown !== undefined) fail('entity_invalid', { fields: { userIds: `there is no user ${unknown}` } })
    const group = await saveGroupWith(trx, { code: params.code, ...body })
    await insertAction(trx, {
      recordType: 'Users',
      actor: await nameOf(trx, caller.userId),
      action: 'saved a group',
      subject: group.code,
      detail: { name: group.name, userIds: body.userIds },
    })
    return { success: true, group }
  })

export const showColleagues: Action<Deps, typeof listColleagues> = async (deps, { accountId }) => {
  const people = (await inAccount(deps.db, accountId, listPeople)).filter(({ active }) => active)
  const here = await whoIsHere(deps, accountId, people)
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
