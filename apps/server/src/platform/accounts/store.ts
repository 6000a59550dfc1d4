import type { WAIT_BOUNDS } from '@patchbay/contract/platform/histograms'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

/** D-07: requests per second for each family of methods; an account may override them. */
export type Limits = { api: number; telephony: number; payment: number; transport: number }

const LIMITS: Limits = { api: 10, telephony: 40, payment: 500, transport: 100 }

/** D-158: what the operator lets an account have; its own administrators do not see or change it. */
export type Quotas = { requests?: number; 'files-mb'?: number }

/** The database allows no other. */
type ServiceLevel = (typeof WAIT_BOUNDS)[number]

export type Account = {
  id: number
  name: string
  publicUrl: string
  country: string
  timezone: string
  locale: string
  currency: string
  /** From a missed call until the task to call back is due. */
  callbackMinutes: number
  /** Calls answered within so many seconds count for the service level. */
  serviceLevelSeconds: ServiceLevel
  /** Conversations are assigned, and the routing of calls is recorded. */
  routing: boolean
  /** How long a customer waits before their conversation escalates; null: it never does. */
  escalateMinutes: number | null
  limits: Limits
  quotas: Quotas
  createdAt: Date
}

// account_host is readable without an account: it is how the account is found (D-08).

/** Whether the account at this host is closed: it is being moved to another cell, or was. */
export const isClosedHost = async (db: Db, host: string): Promise<boolean> => {
  const { rows } = await sql`
    select from cell.account_gate gate left join account_host using (account_id)
    where gate.state <> 'draining' and (account_host.host = ${host} or gate.state = 'gone' and ${host} = any(gate.hosts))
    limit 1`.execute(db)
  return rows.length > 0
}

export const findAccountIdByHost = async (db: Db, host: string): Promise<number | undefined> => {
  const row = await db.selectFrom('account_host').select('account_id').where('host', '=', host).executeTakeFirst()
  return row?.account_id
}

/** The account of an installation that has only one. A cell answers to no host but those of its accounts. */
export const findOnlyAccountId = async (db: Db): Promise<number | undefined> => {
  const { rows } = await sql<{ account_id: number }>`
    select distinct account_id from account_host where not exists (select from cell.installation) limit 2`.execute(db)
  return rows.length === 1 ? rows[0]?.account_id : undefined
}

/** Without those that are being moved to another cell, or were. */
export const listAccountIds = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ account_id: number }>`
    select distinct account_id from account_host
    where not exists (select from cell.account_gate gate where gate.account_id = account_host.account_id)
    order by account_id`.execute(db)
  return rows.map((row) => row.account_id)
}

/** The account of the transaction. */
export const getAccount = async (db: Db): Promise<Account> => {
  const row = await db
    .selectFrom('account')
    .select(['id', 'name', 'public_url', 'country', 'timezone', 'locale', 'currency', 'limits', 'quotas', 'created_at'])
    .select(['callback_minutes', 'service_level_seconds', 'routing', 'escalate_minutes'])
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    name: row.name,
    publicUrl: row.public_url,
    country: row.country,
    timezone: row.timezone,
    locale: row.locale,
    currency: row.currency,
    callbackMinutes: row.callback_minutes,
    serviceLevelSeconds: row.service_level_seconds as ServiceLevel,
    routing: row.routing,
    escalateMinutes: row.escalate_minutes,
    limits: { ...LIMITS, ...(row.limits as Partial<Limits>) },
    quotas: row.quotas as Quotas,
    createdAt: row.created_at,
  }
}

export const nextAccountId = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select nextval('account_id_seq')::integer as id`.execute(db)
  if (!rows[0]) throw new Error('account_id_seq returned no value')
  return rows[0].id
}

export type NewAccount = { id: number; name: string; publicUrl: string; limits?: Partial<Limits> }

export const insertAccount = async (db: Db, { id, name, publicUrl, limits = {} }: NewAccount): Promise<void> => {
  await sql`insert into account (id, name, public_url, limits) overriding system value
            values (${id}, ${name}, ${publicUrl}, ${JSON.stringify(limits)})`.execute(db)
}

export const insertHost = async (db: Db, accountId: number, host: string): Promise<void> => {
  // The account may return to an earlier host; the primary key rejects a host of another account.
  const own = db.selectFrom('account_host').select('host').where('host', '=', host).where('account_id', '=', accountId)
  if (await own.executeTakeFirst()) return
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

/** null: no quota any more. */
export const updateQuotas = async (db: Db, quotas: Readonly<Record<string, number | null>>): Promise<void> => {
  await db
    .updateTable('account')
    .set({ quotas: sql`jsonb_strip_nulls(quotas || ${JSON.stringify(quotas)}::jsonb)` })
    .execute()
}

export type SettingsChange = Partial<
  Pick<Account, 'name' | 'country' | 'currency' | 'locale' | 'timezone' | 'callbackMinutes' | 'serviceLevelSeconds'>
>

export const updateSettings = async (
  db: Db,
  { callbackMinutes, serviceLevelSeconds, ...change }: SettingsChange,
): Promise<void> => {
  await db
    .updateTable('account')
    .set({
      ...change,
      ...(callbackMinutes !== undefined && { callback_minutes: callbackMinutes }),
      ...(serviceLevelSeconds !== undefined && { service_level_seconds: serviceLevelSeconds }),
    })
    .execute()
}

export const updateRouting = async (
  db: Db,
  { routing, escalateMinutes }: Pick<Account, 'routing' | 'escalateMinutes'>,
): Promise<void> => {
  await db.updateTable('account').set({ routing, escalate_minutes: escalateMinutes }).execute()
}

/** An administrator has hidden the setup checklist. */
export const isSetupHidden = async (db: Db): Promise<boolean> => {
  const row = await db.selectFrom('account').select('setup_hidden_at').executeTakeFirstOrThrow()
  return row.setup_hidden_at !== null
}

export const updateSetupHidden = async (db: Db, hidden: boolean): Promise<void> => {
  await db
    .updateTable('account')
    .set({ setup_hidden_at: hidden ? sql<Date>`now()` : null })
    .execute()
}
