import type { LANGUAGES } from '@patchbay/contract/base/constants'
import type { Role, UserGroup, UserStatus } from '@patchbay/contract/platform/users'
import type { WorkspaceGroup } from '@patchbay/contract/platform/workspace/users'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../lib/db/database.ts'
import type { Person } from './rules.ts'

export type User = {
  id: number
  email: string
  firstName: string
  lastName: string
  role: Role
  active: boolean
  status: UserStatus
  statusSince: Date
  passwordHash: string | null
  secondFactorRequired: boolean
  createdAt: Date
  language: (typeof LANGUAGES)[number] | null
  /** How many open conversations the router gives them. */
  chatCapacity: number
}

const columns = [
  'id',
  'email',
  'first_name',
  'last_name',
  'role',
  'active',
  'status',
  'status_since',
  'password_hash',
  'second_factor_required',
  'created_at',
  'language',
  'chat_capacity',
] as const

type Row = {
  id: number
  email: string
  first_name: string
  last_name: string
  role: string
  active: boolean
  status: string
  status_since: Date
  password_hash: string | null
  second_factor_required: boolean
  created_at: Date
  language: string | null
  chat_capacity: number
}

const toUser = (row: Row): User => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role as Role,
  active: row.active,
  status: row.status as UserStatus,
  statusSince: row.status_since,
  passwordHash: row.password_hash,
  secondFactorRequired: row.second_factor_required,
  createdAt: row.created_at,
  language: row.language as User['language'],
  chatCapacity: row.chat_capacity,
})

export const findUserByEmail = async (db: Db, emailKey: string): Promise<User | undefined> => {
  const row = await db.selectFrom('app_user').select(columns).where('email_key', '=', emailKey).executeTakeFirst()
  return row && toUser(row)
}

export const findUser = async (db: Db, id: number): Promise<User | undefined> => {
  const row = await db.selectFrom('app_user').select(columns).where('id', '=', id).executeTakeFirst()
  return row && toUser(row)
}

export const listUsers = async (db: Db): Promise<(User & { secondFactor: boolean })[]> => {
  const rows = await db
    .selectFrom('app_user')
    .leftJoin('second_factor', 'second_factor.user_id', 'app_user.id')
    .select(columns)
    .select('second_factor.confirmed_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...toUser(row), secondFactor: row.confirmed_at !== null }))
}

/** Which of these ids are users of the account. */
export const listExistingUserIds = async (db: Db, ids: readonly number[]): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return new Set(rows.map((row) => row.id))
}

export type NewUser = { email: string; emailKey: string; firstName: string; lastName: string; role: Role }

/** The new user, or one who was inserted with the same address at the same moment and stays as they are. */
export const insertUser = async (db: Db, user: NewUser): Promise<{ id: number; isNew: boolean }> => {
  const inserted = await db
    .insertInto('app_user')
    .values({
      email: user.email,
      email_key: user.emailKey,
      first_name: user.firstName,
      last_name: user.lastName,
      role: user.role,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'email_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return { id: inserted.id, isNew: true }
  const known = db.selectFrom('app_user').select('id').where('email_key', '=', user.emailKey)
  return { id: (await known.executeTakeFirstOrThrow()).id, isNew: false }
}

export type UserChange = Pick<User, 'role' | 'active' | 'secondFactorRequired' | 'chatCapacity'>

export const updateUser = async (
  db: Db,
  id: number,
  { role, active, secondFactorRequired, chatCapacity }: UserChange,
): Promise<void> => {
  const change = { role, active, second_factor_required: secondFactorRequired, chat_capacity: chatCapacity }
  await db.updateTable('app_user').set(change).where('id', '=', id).execute()
}

export const updateProfile = async (
  db: Db,
  id: number,
  { firstName, lastName, language }: Pick<User, 'firstName' | 'lastName' | 'language'>,
): Promise<void> => {
  const change = { first_name: firstName, last_name: lastName, language }
  await db.updateTable('app_user').set(change).where('id', '=', id).execute()
}

export const updatePassword = async (db: Db, id: number, passwordHash: string): Promise<void> => {
  await db.updateTable('app_user').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

/** Locks the admins, so that two of them cannot demote each other at the same moment. */
export const lockActiveAdmins = async (db: Db): Promise<number> => {
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'admin')
    .where('active', '=', true)
    .forUpdate()
    .execute()
  return rows.length
}

/** As colleagues call them; somebody who was deleted is a number. */
export const getDisplayName = async (db: Db, userId: number): Promise<string> => {
  const user = await findUser(db, userId)
  return (user && `${user.firstName} ${user.lastName}`.trim()) || `#${userId}`
}

/** The name of a user in the Action Log. */
export const getUserName = async (trx: Db, userId: number): Promise<string> =>
  (await findUser(trx, userId))?.email ?? `user ${userId}`

// Users as colleagues and modules see them: with their groups and status.

const selectPeople = (db: Db) =>
  db
    .selectFrom('app_user as u')
    .select([
      'u.id',
      'u.email',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.patronymic',
      'u.phone',
      'u.position',
      'u.role',
      'u.active',
      'u.status',
      'u.status_since as statusSince',
      'u.created_at as createdAt',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('user_group_member as m')
          .innerJoin('user_group as g', 'g.id', 'm.group_id')
          .select(['g.id', 'g.name', 'g.code'])
          .whereRef('m.user_id', '=', 'u.id')
          .orderBy('g.id'),
      ).as('groups'),
    )

type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>

const toPerson = (row: PersonRow): Person => ({ ...row, role: row.role as Role, status: row.status as UserStatus })

export const listPeople = async (db: Db): Promise<Person[]> =>
  (await selectPeople(db).orderBy('u.id').execute()).map(toPerson)

export const findPerson = async (db: Db, id: number): Promise<Person | undefined> => {
  const row = await selectPeople(db).where('u.id', '=', id).executeTakeFirst()
  return row && toPerson(row)
}

/** Locks the user, so that two changes of status are published in the order in which they happened. */
export const lockStatus = async (
  db: Db,
  id: number,
): Promise<{ status: UserStatus; since: Date; active: boolean } | undefined> => {
  const row = await db
    .selectFrom('app_user')
    .select(['status', 'status_since as since', 'active'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, status: row.status as UserStatus }
}

export const updateStatus = async (db: Db, id: number, status: UserStatus, source: string): Promise<Date> => {
  const row = await db
    .updateTable('app_user')
    .set({ status, status_since: sql`now()`, status_source: source })
    .where('id', '=', id)
    .returning('status_since')
    .executeTakeFirstOrThrow()
  return row.status_since
}

export const listGroups = (db: Db): Promise<UserGroup[]> =>
  db.selectFrom('user_group').select(['id', 'name', 'code']).orderBy('id').execute()

export const listGroupsWithMembers = (db: Db): Promise<WorkspaceGroup[]> =>
  db
    .selectFrom('user_group as g')
    .leftJoin('user_group_member as m', 'm.group_id', 'g.id')
    .select(['g.id', 'g.name', 'g.code'])
    .select(
      sql<number[]>`coalesce(json_agg(m.user_id order by m.user_id) filter (where m.user_id is not null), '[]')`.as(
        'userIds',
      ),
    )
    .groupBy(['g.id', 'g.name', 'g.code'])
    .orderBy('g.id')
    .execute()

export const deleteGroup = async (db: Db, code: string): Promise<string | undefined> => {
  const row = await db.deleteFrom('user_group').where('code', '=', code).returning('name').executeTakeFirst()
  return row?.name
}

/** Saves the group and replaces its members. */
export const saveGroupWith = async (
  db: Db,
  { code, name, userIds }: { code: string; name: string; userIds: readonly number[] },
): Promise<UserGroup> => {
  const group = await db
    .insertInto('user_group')
    .values({ code, name })
    .onConflict((conflict) => conflict.columns(['account_id', 'code']).doUpdateSet({ name }))
    .returning(['id', 'name', 'code'])
    .executeTakeFirstOrThrow()
  await db.deleteFrom('user_group_member').where('group_id', '=', group.id).execute()
  const members = [...new Set(userIds)].map((userId) => ({ group_id: group.id, user_id: userId }))
  if (members.length > 0) await db.insertInto('user_group_member').values(members).execute()
  return group
}

export const findUserStatus = async (db: Db, userId: number): Promise<UserStatus | undefined> => {
  const row = await db.selectFrom('app_user').select('status').where('id', '=', userId).executeTakeFirst()
  return row?.status as UserStatus | undefined
}
