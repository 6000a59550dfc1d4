import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { preparedStatement } from '../../lib/db/prepared-statement.ts'

const selectOpenSessions = (db: Db) =>
  db
    .selectFrom('session')
    .innerJoin('app_user', (join) =>
      join.onRef('app_user.account_id', '=', 'session.account_id').onRef('app_user.id', '=', 'session.user_id'),
    )
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('app_user.active', '=', true)

export type SessionUser = { user_id: number; role: string; seen_at: Date; by_sso: boolean; second_factor_due: boolean }

/** On the hot path: runs on every request of the workspace. */
export const sessionQuery = preparedStatement<{ tokenHash: Buffer }, SessionUser>((db, param) =>
  selectOpenSessions(db)
    .select(['session.user_id', 'app_user.role', 'session.seen_at', 'session.by_sso'])
    // isSecondFactorDue; the subquery runs for those of whom it is required.
    .select(
      sql<boolean>`app_user.second_factor_required and not session.by_sso and not exists (
        select from second_factor f where f.account_id = session.account_id and f.user_id = session.user_id
          and f.confirmed_at is not null)`.as('second_factor_due'),
    )
    .where('session.token_hash', '=', param('tokenHash'))
    .compile(),
)

type Hashes = { tokenHashes: readonly Buffer[] }

export const openSessionsQuery = preparedStatement<Hashes, { token_hash: Buffer }>((db, param) =>
  selectOpenSessions(db)
    .select('session.token_hash')
    .where('session.token_hash', '=', sql<Buffer>`any(${param('tokenHashes')}::bytea[])`)
    .compile(),
)

type NewSession = {
  userId: number
  tokenHash: Buffer
  days: number
  device: string
  address: string
  bySso: boolean
}

export const insertSession = async (db: Db, session: NewSession): Promise<void> => {
  const { userId, tokenHash, days, device, address, bySso } = session
  const expires = sql<Date>`now() + ${`${days} days`}::interval`
  await db
    .insertInto('session')
    .values({ user_id: userId, token_hash: tokenHash, expires_at: expires, device, address, by_sso: bySso })
    .execute()
}

export const listSessionsOf = (db: Db, userId: number) =>
  db
    .selectFrom('session')
    .select([
      'id',
      'token_hash as tokenHash',
      'device',
      'address',
      'by_sso as singleSignOn',
      'created_at as createdAt',
      'seen_at as seenAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** False when the user has no such session. */
export const deleteOwnSession = async (db: Db, userId: number, id: number): Promise<boolean> => {
  const row = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Writes at most once a minute per session. */
export const touchSessionsQuery = preparedStatement<Hashes & { days: number }, unknown>((db, param) =>
  sql`update session set seen_at = now(), expires_at = now() + make_interval(days => ${param('days')})
      where token_hash = any(${param('tokenHashes')}::bytea[]) and expires_at > now() and seen_at < now() - interval '1 minute'`.compile(
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

export const findLink = async (db: Db, tokenHash: Buffer): Promise<number | undefined> => {
  const row = await db
    .selectFrom('user_link')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.user_id
}

/** Deletes a one-time link and returns its user. The user's other links are deleted too. */
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
