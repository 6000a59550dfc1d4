import type { KeptIntegrations, ModuleSettings } from '@patchbay/contract/integration-modules/registration-rules'
import type { TelephonySettings } from '@patchbay/contract/telephony/settings'
import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { lockName } from '../../lib/db/name-lock.ts'
import { type Param, preparedStatement } from '../../lib/db/prepared-statement.ts'

/** A module as it is stored; its secrets are sealed. */
export type Module = ModuleSettings & {
  accountId: number
  id: number
  frozen: boolean
  apiKeyId: string | null
  signingSecret: Buffer
  oldSigningSecret: Buffer | null
  oldSecretUntil: Date | null
  transportToken: Buffer | null
  stateVersion: number
  toldVersion: number
  removed: boolean
}

const COLUMNS = [
  'account_id',
  'id',
  'code',
  'integration_code',
  'active',
  'frozen',
  'name',
  'logo',
  'client_id',
  'base_url',
  'account_url',
  'actions',
  'available_countries',
  'integrations',
  'api_key_id',
  'signing_secret',
  'old_signing_secret',
  'old_secret_until',
  'transport_token',
  'state_version',
  'told_version',
  'removed_at',
] as const

type Row = Awaited<ReturnType<typeof selectRow>>

const selectRow = (db: Db) => db.selectFrom('integration_module').select(COLUMNS).executeTakeFirstOrThrow()

export const toModule = (row: Row): Module => ({
  accountId: row.account_id,
  id: row.id,
  code: row.code,
  integrationCode: row.integration_code,
  active: row.active,
  frozen: row.frozen,
  name: row.name,
  logo: row.logo,
  clientId: row.client_id,
  baseUrl: row.base_url,
  accountUrl: row.account_url,
  actions: row.actions as Record<string, string>,
  availableCountries: row.available_countries,
  integrations: row.integrations as KeptIntegrations,
  apiKeyId: row.api_key_id,
  signingSecret: row.signing_secret,
  oldSigningSecret: row.old_signing_secret,
  oldSecretUntil: row.old_secret_until,
  transportToken: row.transport_token,
  stateVersion: row.state_version,
  toldVersion: row.told_version,
  removed: row.removed_at !== null,
})

const columnsOf = (settings: ModuleSettings) => ({
  integration_code: settings.integrationCode,
  active: settings.active,
  name: settings.name,
  logo: settings.logo,
  client_id: settings.clientId,
  base_url: settings.baseUrl,
  account_url: settings.accountUrl,
  actions: JSON.stringify(settings.actions),
  available_countries: settings.availableCountries,
  integrations: JSON.stringify(settings.integrations),
})

/** Also finds a module that a user has deleted; the caller decides what that means. */
export const lockModule = async (db: Db, code: string): Promise<Module | undefined> => {
  const row = await db
    .selectFrom('integration_module')
    .select(COLUMNS)
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
  return row && toModule(row)
}

export const findModule = async (db: Db, code: string): Promise<Module | undefined> => {
  const row = await db
    .selectFrom('integration_module')
    .select(COLUMNS)
    .where('code', '=', code)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row && toModule(row)
}

/** Registrations with one clientId wait for each other until the transaction ends. */
export const lockClientId = (db: Db, clientId: string): Promise<void> => lockName(db, 'client-id', clientId)

/** Another module with this clientId: its code. */
export const findClientIdOwner = async (db: Db, clientId: string, exceptId: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('integration_module')
    .select('code')
    .where('client_id', '=', clientId)
    .where('id', '<>', exceptId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  return row?.code
}

export const findModuleById = async (db: Db, id: number): Promise<Module | undefined> => {
  const row = await db.selectFrom('integration_module').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && toModule(row)
}

/** For a transaction that is sent as one message. */
export const moduleQuery = preparedStatement((db, param: Param<{ id: string }>) =>
  db
    .selectFrom('integration_module')
    .select(COLUMNS)
    .where('id', '=', sql<number>`${param('id')}`)
    .compile(),
)

export const listModules = async (db: Db): Promise<Module[]> => {
  const rows = await db
    .selectFrom('integration_module')
    .select(COLUMNS)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(toModule)
}

export type TransportIdentity = { id: number; code: string }

/** D-162: whether a key acts for the module. */
const hasKey = sql<boolean>`exists (select from api_key where integration_module.code = any(api_key.modules)
  and (api_key.expires_at is null or api_key.expires_at > now()))`

export const transportQuery = (db: Db, tokenHash: Buffer): CompiledQuery<TransportIdentity> =>
  db
    .selectFrom('integration_module')
    .select(['id', 'code'])
    .where('transport_token_hash', '=', tokenHash)
    .where('removed_at', 'is', null)
    .where(hasKey)
    .compile()

/** False when another registration of the same code came first: lock and try again. */
export const insertModule = async (db: Db, settings: ModuleSettings, signingSecret: Buffer): Promise<boolean> => {
  const row = await db
    .insertInto('integration_module')
    .values({ code: settings.code, ...columnsOf(settings), signing_secret: signingSecret })
    .onConflict((conflict) => conflict.columns(['account_id', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A registration restores a deleted module. */
export const updateModule = async (db: Db, id: number, settings: ModuleSettings, apiKeyId: string): Promise<void> => {
  await db
    .updateTable('integration_module')
    .set({ ...columnsOf(settings), api_key_id: apiKeyId, removed_at: null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export const updateTelephony = async (db: Db, id: number, telephony: TelephonySettings): Promise<void> => {
  await db
    .updateTable('integration_module')
    .set({
      integrations: sql`jsonb_set(integrations, '{telephony}', ${JSON.stringify(telephony)}::jsonb)`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

export const updateSigningSecret = async (db: Db, id: number, secret: Buffer, overlapHours: number): Promise<void> => {
  await db
    .updateTable('integration_module')
    .set({
      old_signing_secret: sql`signing_secret`,
      old_secret_until: sql`now() + ${`${overlapHours} hours`}::interval`,
      signing_secret: secret,
    })
    .where('id', '=', id)
    .execute()
}

export const updateTransportToken = async (db: Db, id: number, token: Buffer, tokenHash: Buffer): Promise<void> => {
  await db
    .updateTable('integration_module')
    .set({ transport_token: token, transport_token_hash: tokenHash })
    .where('id', '=', id)
    .execute()
}

/** After a replacement the modules of the old key belong to the new one: all of them, or the one with this code. */
export const updateModulesKey = async (db: Db, oldKeyId: string, newKeyId: string, code?: string): Promise<void> => {
  const ofOldKey = db.updateTable('integration_module').set({ api_key_id: newKeyId }).where('api_key_id', '=', oldKeyId)
  await (code === undefined ? ofOldKey : ofOldKey.where('code', '=', code)).execute()
}

export const deleteTransportToken = async (db: Db, id: number): Promise<void> => {
  await db
    .updateTable('integration_module')
    .set({ transport_token: null, transport_token_hash: null })
    .where('id', '=', id)
    .execute()
}

/** Of these modules, the tokens of those that no key acts for. */
export const deleteTokensWithoutKey = async (db: Db, codes: readonly string[]): Promise<void> => {
  await db
    .updateTable('integration_module')
    .set({ transport_token: null, transport_token_hash: null })
    .where('code', 'in', codes)
    .where((eb) => eb.not(hasKey))
    .execute()
}

export type StateChange = { active?: boolean; frozen?: boolean; removed?: boolean }

/** Increments the state version that the module has to acknowledge. */
export const updateState = async (db: Db, id: number, change: StateChange): Promise<void> => {
  await db
    .updateTable('integration_module')
    .set({
      ...(change.active !== undefined && { active: change.active }),
      ...(change.frozen !== undefined && { frozen: change.frozen }),
      ...(change.removed && { removed_at: sql`now()` }),
      state_version: sql`state_version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

export const updateAcknowledgedVersion = async (db: Db, id: number, version: number): Promise<void> => {
  await db
    .updateTable('integration_module')
    .set({ told_version: sql`greatest(told_version, ${version})` })
    .where('id', '=', id)
    .execute()
}
