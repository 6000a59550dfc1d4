import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

/** D-07: how often each family of methods may be called in a second; an account may have its own figures. */
export type Limits = { api: number; telephony: number; payment: number; transport: number }

const LIMITS: Limits = { api: 10, telephony: 40, payment: 500, transport: 100 }

export type Account = {
  id: number
  name: string
  publicUrl: string
  country: string
  timezone: string
  locale: string
  currency: string
  limits: Limits
  createdAt: Date
}

// The directory is readable without an account: it is how the account is found (D-08).

export const findAccountIdByHost = async (db: Db, host: string): Promise<number | undefined> => {
  const row = await db.selectFrom('account_host').select('account_id').where('host', '=', host).executeTakeFirst()
  return row?.account_id
}

/** The account of an installation that has but one. */
export const findOnlyAccountId = async (db: Db): Promise<number | undefined> => {
  const rows = await db.selectFrom('account_host').select('account_id').distinct().limit(2).execute()
  return rows.length === 1 ? rows[0]?.account_id : undefined
}

export const listAccountIds = async (db: Db): Promise<number[]> => {
  const rows = await db.selectFrom('account_host').select('account_id').distinct().orderBy('account_id').execute()
  return rows.map((row) => row.account_id)
}

/** The account of the transaction. */
export const getAccount = async (db: Db): Promise<Account> => {
  const row = await db
    .selectFrom('account')
    .select(['id', 'name', 'public_url', 'country', 'timezone', 'locale', 'currency', 'limits', 'created_at'])
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    name: row.name,
    publicUrl: row.public_url,
    country: row.country,
    timezone: row.timezone,
    locale: row.locale,
    currency: row.currency,
    limits: { ...LIMITS, ...(row.limits as Partial<Limits>) },
    createdAt: row.created_at,
  }
}

export const nextAccountId = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select nextval('account_id_seq')::integer as id`.execute(db)
  if (!rows[0]) throw new Error('the sequence of accounts gave no number')
  return rows[0].id
}

export type NewAccount = { id: number; name: string; publicUrl: string; limits?: Partial<Limits> }

export const insertAccount = async (db: Db, { id, name, publicUrl, limits = {} }: NewAccount): Promise<void> => {
  await sql`insert into account (id, name, public_url, limits) overriding system value
            values (${id}, ${name}, ${publicUrl}, ${JSON.stringify(limits)})`.execute(db)
}

export const insertHost = async (db: Db, accountId: number, host: string): Promise<void> => {
  // The account may have lived there before; a host of another account is refused by the key.
  const ours = db.selectFrom('account_host').select('host').where('host', '=', host).where('account_id', '=', accountId)
  if (await ours.executeTakeFirst()) return
  await db.insertInto('account_host').values({ account_id: accountId, host }).execute()
}

export const updatePublicUrl = async (db: Db, publicUrl: string): Promise<void> => {
  await db.updateTable('account').set({ public_url: publicUrl }).execute()
}

export const updateLimits = async (db: Db, limits: Partial<Limits>): Promise<void> => {
  await db
    .updateTable('account')
    .set({ limits: sql`limits || ${JSON.stringify(limits)}::jsonb` })
    .execute()
}

export type SettingsChange = Partial<Pick<Account, 'country' | 'currency' | 'locale' | 'timezone'>>

export const updateSettings = async (db: Db, change: SettingsChange): Promise<void> => {
  await db.updateTable('account').set(change).execute()
}
