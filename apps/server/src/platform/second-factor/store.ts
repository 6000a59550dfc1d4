import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

export type SecondFactor = { secret: Buffer; confirmed: boolean }

export const findSecondFactor = async (db: Db, userId: number): Promise<SecondFactor | undefined> => {
  const row = await db
    .selectFrom('second_factor')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && { secret: row.secret, confirmed: row.confirmed_at !== null }
}

/** False when the user has a confirmed one, which stays. */
export const insertUnconfirmed = async (db: Db, userId: number, secret: Buffer): Promise<boolean> => {
  const row = await db
    .insertInto('second_factor')
    .values({ user_id: userId, secret })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'user_id'])
        .doUpdateSet({ secret, last_step: 0 })
        .where('second_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export const confirmSecondFactor = async (db: Db, userId: number): Promise<void> => {
  await db.updateTable('second_factor').set({ confirmed_at: sql`now()` }).where('user_id', '=', userId).execute()
}

/** False when a code of this time step, or a later one, was accepted before. */
export const takeStep = async (db: Db, userId: number, step: number): Promise<boolean> => {
  const row = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export const deleteSecondFactor = async (db: Db, userId: number): Promise<void> => {
  await db.deleteFrom('second_factor').where('user_id', '=', userId).execute()
}

/** Deletes the code; false when there is none. */
export const takeRecoveryCode = async (db: Db, userId: number, codeHash: Buffer): Promise<boolean> => {
  const row = await db
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export const replaceRecoveryCodes = async (db: Db, userId: number, codeHashes: readonly Buffer[]): Promise<void> => {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const rows = codeHashes.map((codeHash) => ({ user_id: userId, code_hash: codeHash }))
  await db.insertInto('recovery_code').values(rows).execute()
}

export const countRecoveryCodes = async (db: Db, userId: number): Promise<number> => {
  const row = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.left)
}
