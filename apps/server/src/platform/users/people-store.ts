import type { Role, UserGroup, UserStatus } from '@patchbay/contract/platform/users'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../lib/db/database.ts'
import type { Person } from './rules.ts'

// People as colleagues and modules see them: with their groups and what they are doing.

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

type Row = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>

const toPerson = (row: Row): Person => ({ ...row, role: row.role as Role, status: row.status as UserStatus })

export const listPeople = async (db: Db): Promise<Person[]> =>
  (await selectPeople(db).orderBy('u.id').execute()).map(toPerson)

export const findPerson = async (db: Db, id: number): Promise<Person | undefined> => {
  const row = await selectPeople(db).where('u.id', '=', id).executeTakeFirst()
  return row && toPerson(row)
}

/** Locks the person, so that two changes of status are told in the order in which they happened. */
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

/** The group as it is now, and exactly these people in it. */
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
