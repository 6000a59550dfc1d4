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

export type SessionUser = { user_id: number; role: string; seen_at: Date }

/** The hot one: asked on every request of the workspace. */
export const sessionQuery = preparedStatement<{ tokenHash: Buffer }, SessionUser>((db, param) =>
  selectOpenSessions(db)
    .select(['session.user_id', 'app_user.role', 'session.seen_at'])
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

export const insertSession = async (db: Db, userId: number, tokenHash: Buffer, days: number): Promise<void> => {
  const expires = sql<Date>`now() + ${`${days} days`}::interval`
  await db.insertInto('session').values({ user_id: userId, token_hash: tokenHash, expires_at: expires }).execute()
}

/** Written at most once a minute: it is asked about far more often. */
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
