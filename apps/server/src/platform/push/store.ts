import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

export type PushKey = { publicKey: string; privateKey: Buffer }

export const findPushKey = async (db: Db): Promise<PushKey | undefined> => {
  const row = await db.selectFrom('push_key').select(['public_key', 'private_key']).executeTakeFirst()
  return row && { publicKey: row.public_key, privateKey: row.private_key }
}

/** The first key stays: browsers subscribed with it. */
export const insertPushKey = async (db: Db, { publicKey, privateKey }: PushKey): Promise<void> => {
  await db
    .insertInto('push_key')
    .values({ public_key: publicKey, private_key: privateKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type PushLanguage = 'en' | 'es' | 'ru'

export type PushSubscription = {
  id: number
  userId: number
  endpoint: string
  keys: { p256dh: string; auth: string }
  language: PushLanguage
}

const COLUMNS = ['id', 'user_id', 'endpoint', 'p256dh', 'auth', 'language'] as const

type Row = { id: number; user_id: number; endpoint: string; p256dh: string; auth: string; language: string }

const toSubscription = ({ id, user_id, endpoint, p256dh, auth, language }: Row): PushSubscription => ({
  id,
  userId: user_id,
  endpoint,
  keys: { p256dh, auth },
  language: language as PushLanguage,
})

/** The browser belongs to who signed in on it last. Undefined when the session has just ended. */
export const saveSubscription = async (
  db: Db,
  sessionHash: Buffer,
  { userId, endpoint, keys, language }: Omit<PushSubscription, 'id'>,
): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    insert into push_subscription (user_id, session_id, endpoint, p256dh, auth, language)
    select ${userId}, s.id, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${language}
    from session s where s.token_hash = ${sessionHash}
    on conflict (account_id, endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language
    returning id`.execute(db)
  return rows[0]?.id
}

export const listSubscriptions = async (db: Db, userIds: readonly number[]): Promise<PushSubscription[]> => {
  const rows = await db
    .selectFrom('push_subscription')
    .select(COLUMNS)
    .where('user_id', '=', sql<number>`any(${userIds}::bigint[])`)
    .orderBy('id')
    .execute()
  return rows.map(toSubscription)
}

export const findSubscription = async (db: Db, id: number): Promise<PushSubscription | undefined> => {
  const row = await db.selectFrom('push_subscription').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && toSubscription(row)
}

export const deleteSubscription = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute()
}

export const deleteOwnSubscription = async (db: Db, userId: number, id: number): Promise<void> => {
  await db.deleteFrom('push_subscription').where('id', '=', id).where('user_id', '=', userId).execute()
}
