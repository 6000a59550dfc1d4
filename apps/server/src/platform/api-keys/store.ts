import { randomInt } from 'node:crypto'
import type { Scope } from '@patchbay/contract/base/scopes'
import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { newToken, sha256 } from '../../lib/security/digest.ts'
import { formatKey, isReplaced } from './rules.ts'

export type ApiKey = {
  id: string
  name: string
  scopes: Scope[]
  sites: string[] | null
  modules: string[]
  severalModules: boolean
  /** D-161: it was made for a module, so it acts for none until that registers. */
  forModule: boolean
  /** D-83: of a one-step connection, the host that the key was sent to. */
  connectedHost: string | null
  grantedScopes: Scope[] | null
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
}

export type KeyProof = {
  id: string
  secret_hash: Buffer
  scopes: string[]
  sites: string[] | null
  modules: string[]
  for_module: boolean
  granted_scopes: string[] | null
  expires_at: Date | null
}

/** On the hot path: runs about once a second for every key in use. */
export const keyQuery = (db: Db, id: string): CompiledQuery<KeyProof> =>
  db
    .selectFrom('api_key')
    .select(['id', 'secret_hash', 'scopes', 'sites', 'modules', 'for_module', 'granted_scopes', 'expires_at'])
    .where('id', '=', id)
    .compile()

const alive = sql<boolean>`(expires_at is null or expires_at > now())`

export const listKeys = async (db: Db): Promise<ApiKey[]> => {
  const rows = await db
    .selectFrom('api_key')
    .select([
      'id',
      'name',
      'scopes',
      'sites',
      'modules',
      'several_modules',
      'for_module',
      'connected_host',
      'granted_scopes',
      'created_at',
      'last_used_at',
      'expires_at',
    ])
    .where(alive)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: row.scopes as Scope[],
    sites: row.sites,
    modules: row.modules,
    severalModules: row.several_modules,
    forModule: row.for_module,
    connectedHost: row.connected_host,
    grantedScopes: row.granted_scopes as Scope[] | null,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }))
}

export const findKey = async (db: Db, id: string): Promise<ApiKey | undefined> =>
  (await listKeys(db)).find((key) => key.id === id)

export type NewKey = Pick<ApiKey, 'id' | 'name' | 'scopes'> &
  Partial<Pick<ApiKey, 'sites' | 'modules' | 'severalModules' | 'forModule' | 'connectedHost' | 'grantedScopes'>> & {
    secretHash: Buffer
    createdBy: number | null
  }

export const insertKey = async (db: Db, key: NewKey): Promise<void> => {
  await db
    .insertInto('api_key')
    .values({
      id: key.id,
      secret_hash: key.secretHash,
      name: key.name,
      scopes: key.scopes,
      sites: key.sites ?? null,
      modules: key.modules ?? [],
      several_modules: key.severalModules ?? false,
      for_module: key.forModule ?? false,
      connected_host: key.connectedHost ?? null,
      granted_scopes: key.grantedScopes ?? null,
      created_by: key.createdBy,
    })
    .execute()
}

export const expireKey = async (db: Db, id: string, hours: number): Promise<void> => {
  const end = sql<Date>`least(expires_at, now() + ${`${hours} hours`}::interval)`
  await db.updateTable('api_key').set({ expires_at: end }).where('id', '=', id).execute()
}

export const deleteKey = async (db: Db, id: string): Promise<boolean> => {
  const row = await db.deleteFrom('api_key').where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

/** A key that no module has registered with. */
export const deleteUnboundKey = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('api_key').where('id', '=', id).where(sql<boolean>`cardinality(modules) = 0`).execute()
}

export type KeyBinding = Pick<ApiKey, 'modules' | 'severalModules' | 'connectedHost'> & { replaced: boolean }

const selectBinding = (db: Db, id: string) =>
  db
    .selectFrom('api_key')
    .select([
      'modules',
      'several_modules as severalModules',
      'connected_host as connectedHost',
      'expires_at as expiresAt',
    ])
    .where('id', '=', id)
    .where(alive)

type BindingRow = Omit<KeyBinding, 'replaced'> & { expiresAt: Date | null }

const toBinding = ({ expiresAt, ...row }: BindingRow): KeyBinding => ({ ...row, replaced: isReplaced({ expiresAt }) })

/** As it is now: the caller of a request is up to a second old. */
export const findBinding = async (db: Db, id: string): Promise<KeyBinding | undefined> => {
  const row = await selectBinding(db, id).executeTakeFirst()
  return row && toBinding(row)
}

/** Two modules that register with one key at the same moment follow one another. */
export const lockBinding = async (db: Db, id: string): Promise<KeyBinding | undefined> => {
  const row = await selectBinding(db, id).forUpdate().executeTakeFirst()
  return row && toBinding(row)
}

const ofModule = (code: string) => sql<boolean>`${code} = any(modules)`

/** Whether a live key other than this one acts for the module. */
export const hasOtherKey = async (db: Db, code: string, id: string): Promise<boolean> => {
  const others = db.selectFrom('api_key').select('id').where(ofModule(code)).where(alive).where('id', '<>', id)
  return (await others.limit(1).executeTakeFirst()) !== undefined
}

export const insertModuleOfKey = async (db: Db, id: string, code: string): Promise<void> => {
  await db
    .updateTable('api_key')
    .set({ modules: sql`array_append(modules, ${code}::text)` })
    .where('id', '=', id)
    .execute()
}

export const deleteModuleOfKey = async (db: Db, id: string, code: string): Promise<void> => {
  await db
    .updateTable('api_key')
    .set({ modules: sql`array_remove(modules, ${code}::text)` })
    .where('id', '=', id)
    .execute()
}

/** D-83: no other key acts for the module any more; one that acted for nothing else ends. Returns the keys that did. */
export const deleteModuleOfOtherKeys = async (db: Db, code: string, id: string): Promise<string[]> => {
  const rows = await db
    .updateTable('api_key')
    .set({
      modules: sql`case when cardinality(modules) > 1 then array_remove(modules, ${code}::text) else modules end`,
      expires_at: sql`case when cardinality(modules) > 1 then expires_at else least(expires_at, now()) end`,
    })
    .where(ofModule(code))
    .where(alive)
    .where('id', '<>', id)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export const updateSeveralModules = async (db: Db, id: string): Promise<boolean> => {
  const row = await db
    .updateTable('api_key')
    .set({ several_modules: true })
    .where('id', '=', id)
    .where(alive)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const touchKey = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('api_key').set({ last_used_at: sql`now()` }).where('id', '=', id).execute()
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

const newKeyId = (): string => Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Creates a key and returns its text, which is not stored. */
export const issueKey = async (
  trx: Db,
  key: Omit<NewKey, 'id' | 'secretHash'>,
): Promise<{ id: string; text: string }> => {
  const [id, secret] = [newKeyId(), newToken()]
  await insertKey(trx, { ...key, id, secretHash: sha256(secret) })
  return { id, text: formatKey(id, secret) }
}
