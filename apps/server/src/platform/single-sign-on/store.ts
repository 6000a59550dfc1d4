import type { SingleSignOn } from '@patchbay/contract/platform/workspace/single-sign-on'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

export type Settings = Omit<SingleSignOn, 'redirectUrl'> & { clientSecret: Buffer }

/** The identity provider of the account. */
export const findSettings = async (db: Db): Promise<Settings | undefined> => {
  const row = await db
    .selectFrom('single_sign_on')
    .select(['label', 'issuer', 'client_id', 'client_secret', 'passwords_allowed', 'create_role'])
    .executeTakeFirst()
  return (
    row && {
      label: row.label,
      issuer: row.issuer,
      clientId: row.client_id,
      clientSecret: row.client_secret,
      passwordsAllowed: row.passwords_allowed,
      ...(row.create_role !== null && { createRole: row.create_role as NonNullable<Settings['createRole']> }),
    }
  )
}

export const upsertSettings = async (db: Db, settings: Settings): Promise<void> => {
  const row = {
    label: settings.label,
    issuer: settings.issuer,
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    passwords_allowed: settings.passwordsAllowed,
    create_role: settings.createRole ?? null,
  }
  await db
    .insertInto('single_sign_on')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...row, updated_at: sql`now()` }))
    .execute()
}

export const deleteSettings = async (db: Db): Promise<void> => {
  await db.deleteFrom('single_sign_on').execute()
}

/** The operator's way back in when the identity provider is gone. */
export const allowPasswords = async (db: Db): Promise<void> => {
  await db.updateTable('single_sign_on').set({ passwords_allowed: true }).execute()
}
