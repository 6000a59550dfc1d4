import type { Scope } from '@patchbay/contract/base/scopes'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Db } from '../../lib/db/database.ts'
import { inAccount, inAccountQuery } from '../../lib/db/transaction.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import { equalBytes, sha256 } from '../../lib/security/digest.ts'
import { parseKey } from './rules.ts'
import { type KeyProof, keyQuery, touchKey } from './store.ts'

// A revoked key must stop working within a second in every process.
const TTL_MS = 1_000
const TOUCH_MS = 60_000

export type KeyCache = (accountId: number, text: string) => Promise<KeyCaller | undefined>

export const createKeyCache = (db: Db, pool: pg.Pool, now: () => Date): KeyCache => {
  const known = new LRUCache<string, { proof: KeyProof | undefined }>({ max: 10_000, ttl: TTL_MS })
  const touched = new LRUCache<string, true>({ max: 10_000, ttl: TOUCH_MS })

  const proofOf = async (accountId: number, id: string): Promise<KeyProof | undefined> => {
    const cached = known.get(`${accountId}/${id}`)
    if (cached) return cached.proof
    const [proof] = await inAccountQuery(pool, accountId, keyQuery(db, id))
    known.set(`${accountId}/${id}`, { proof })
    return proof
  }

  return async (accountId, text) => {
    const parts = parseKey(text)
    const proof = parts && (await proofOf(accountId, parts.id))
    if (!proof || !equalBytes(sha256(parts.secret), proof.secret_hash)) return undefined
    if (proof.expires_at && proof.expires_at <= now()) return undefined
    if (!touched.has(`${accountId}/${proof.id}`)) {
      touched.set(`${accountId}/${proof.id}`, true)
      await inAccount(db, accountId, (trx) => touchKey(trx, proof.id))
    }
    return {
      by: 'api-key',
      accountId,
      keyId: proof.id,
      scopes: proof.scopes as Scope[],
      sites: proof.sites,
      moduleCode: proof.module_code,
      modules: proof.modules,
      grantedScopes: proof.granted_scopes as Scope[] | null,
    }
  }
}
