import { randomInt } from 'node:crypto'
import type { Scope } from '@patchbay/contract/base/scopes'
import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { newToken, sha256 } from '../../lib/security/digest.ts'
import { formatKey } from './rules.ts'

export type ApiKey = {
  id: string
  name: string
  scopes: Scope[]
  sites: string[] | null
  moduleCode: string | null
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
  module_code: string | null
  granted_scopes: string[] | null
  expires_at: Date | null
  modules: string[]
}

/** The hot one: asked for every key about once a second. */
export const keyQuery = (db: Db, id: string): CompiledQuery<KeyProof> =>
  db
    .selectFrom('api_key')
    .select(['id', 'secret_hash', 'scopes', 'sites', 'module_code', 'granted_scopes', 'expires_at'])
    .select(
      // The modules that registered themselves with it: an event without a name of its own is theirs (D-23).
      sql<
        string[]
      >`array(select code from integration_module m where m.api_key_id = api_key.id and m.removed_at is null)`.as(
        'modules',
      ),
    )
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
      'module_code',
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
    moduleCode: row.module_code,
    grantedScopes: row.granted_scopes as Scope[] | null,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }))
}

export const findKey = async (db: Db, id: string): Promise<ApiKey | undefined> =>
  (await listKeys(db)).find((key) => key.id === id)

export type NewKey = Pick<ApiKey, 'id' | 'name' | 'scopes' | 'sites' | 'moduleCode' | 'grantedScopes'> & {
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
      sites: key.sites,
      module_code: key.moduleCode,
      granted_scopes: key.grantedScopes,
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

export const touchKey = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('api_key').set({ last_used_at: sql`now()` }).where('id', '=', id).execute()
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

const newKeyId = (): string => Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Makes a key and gives its text, which is nowhere kept. */
export const issueKey = async (
  trx: Db,
  key: Omit<NewKey, 'id' | 'secretHash'>,
): Promise<{ id: string; text: string }> => {
  const [id, secret] = [newKeyId(), newToken()]
  await insertKey(trx, { ...key, id, secretHash: sha256(secret) })
  return { id, text: formatKey(id, secret) }
}
