import type { Db } from '../../lib/db/database.ts'

export type Share = { id: number; trafficId: number; createdBy: string; createdAt: Date; expiresAt: Date }

export type NewShare = { trafficId: number; tokenHash: Buffer; createdBy: number; expiresAt: Date }

export const insertShare = async (db: Db, share: NewShare): Promise<number> => {
  const row = await db
    .insertInto('traffic_share')
    .values({
      traffic_id: share.trafficId,
      token_hash: share.tokenHash,
      created_by: share.createdBy,
      expires_at: share.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const selectShares = (db: Db, now: Date) =>
  db
    .selectFrom('traffic_share as s')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.account_id', '=', 's.account_id').onRef('u.id', '=', 's.created_by'),
    )
    .select(['s.id', 's.traffic_id as trafficId', 'u.email as createdBy'])
    .select(['s.created_at as createdAt', 's.expires_at as expiresAt'])
    .where('s.expires_at', '>', now)

export const listLiveShares = (db: Db, trafficId: number, now: Date): Promise<Share[]> =>
  selectShares(db, now).where('s.traffic_id', '=', trafficId).orderBy('s.id', 'desc').execute()

export const findLiveShare = (db: Db, tokenHash: Buffer, now: Date): Promise<Share | undefined> =>
  selectShares(db, now).where('s.token_hash', '=', tokenHash).executeTakeFirst()

/** Returns the id of the shared exchange; undefined when there is no such link. */
export const deleteShare = async (db: Db, id: number): Promise<number | undefined> => {
  const row = await db.deleteFrom('traffic_share').where('id', '=', id).returning('traffic_id').executeTakeFirst()
  return row?.traffic_id
}
