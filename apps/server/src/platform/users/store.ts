import type { Role, UserStatus } from '@patchbay/contract/platform/users'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { compileOnce } from '../../lib/db/prepared-statement.ts'

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
  createdAt: Date
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
  'created_at',
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
  created_at: Date
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
  createdAt: row.created_at,
})

export const findUserByEmail = async (db: Db, emailKey: string): Promise<User | undefined> => {
  const row = await db.selectFrom('app_user').select(columns).where('email_key', '=', emailKey).executeTakeFirst()
  return row && toUser(row)
}

export const findUser = async (db: Db, id: number): Promise<User | undefined> => {
  const row = await db.selectFrom('app_user').select(columns).where('id', '=', id).executeTakeFirst()
  return row && toUser(row)
}

export const listUsers = async (db: Db): Promise<User[]> => {
  const rows = await db.selectFrom('app_user').select(columns).orderBy('id').execute()
  return rows.map(toUser)
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

export const insertUser = async (db: Db, user: NewUser): Promise<number> => {
  const row = await db
    .insertInto('app_user')
    .values({
      email: user.email,
      email_key: user.emailKey,
      first_name: user.firstName,
      last_name: user.lastName,
      role: user.role,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const updateUser = async (db: Db, id: number, change: { role: Role; active: boolean }): Promise<void> => {
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

const selectOpenSessions = (db: Db) =>
  db
    .selectFrom('session')
    .innerJoin('app_user', (join) =>
      join.onRef('app_user.account_id', '=', 'session.account_id').onRef('app_user.id', '=', 'session.user_id'),
    )
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('app_user.active', '=', true)

export type SessionUser = { user_id: number; role: string; seen_at: Date }

/** The hot one: asked on every request of the workspace. */
export const sessionQuery = compileOnce<{ tokenHash: Buffer }, SessionUser>((db, { tokenHash }) =>
  selectOpenSessions(db)
    .select(['session.user_id', 'app_user.role', 'session.seen_at'])
    .where('session.token_hash', '=', tokenHash)
    .compile(),
)

type Hashes = { tokenHashes: readonly Buffer[] }

export const openSessionsQuery = compileOnce<Hashes, { token_hash: Buffer }>((db, { tokenHashes }) =>
  selectOpenSessions(db)
    .select('session.token_hash')
    .where('session.token_hash', '=', sql<Buffer>`any(${tokenHashes}::bytea[])`)
    .compile(),
)

export const insertSession = async (db: Db, userId: number, tokenHash: Buffer, days: number): Promise<void> => {
  const expires = sql<Date>`now() + ${`${days} days`}::interval`
  await db.insertInto('session').values({ user_id: userId, token_hash: tokenHash, expires_at: expires }).execute()
}

/** Written at most once a minute: it is asked about far more often. */
export const touchSessionsQuery = compileOnce<Hashes & { days: number }, unknown>((db, { tokenHashes, days }) =>
  sql`update session set seen_at = now(), expires_at = now() + make_interval(days => ${days})
      where token_hash = any(${tokenHashes}::bytea[]) and expires_at > now() and seen_at < now() - interval '1 minute'`.compile(
    db,
  ),
)

export const deleteSession = async (db: Db, tokenHash: Buffer): Promise<void> => {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

export const deleteSessionsOf = async (db: Db, userId: number): Promise<void> => {
  await db.deleteFrom('session').where('user_id', '=', userId).execute()
}

export const insertLink = async (db: Db, userId: number, tokenHash: Buffer, hours: number): Promise<void> => {
  const expires = sql<Date>`now() + ${`${hours} hours`}::interval`
  await db.insertInto('user_link').values({ user_id: userId, token_hash: tokenHash, expires_at: expires }).execute()
}

/** Takes a link away and says whose it was: it works once. All other links of that user go with it. */
export const takeLink = async (db: Db, tokenHash: Buffer): Promise<number | undefined> => {
  const row = await db
    .deleteFrom('user_link')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  if (row) await db.deleteFrom('user_link').where('user_id', '=', row.user_id).execute()
  return row?.user_id
}

export const deleteExpired = async (db: Db): Promise<void> => {
  await db.deleteFrom('session').where('expires_at', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('user_link').where('expires_at', '<', sql<Date>`now()`).execute()
}
