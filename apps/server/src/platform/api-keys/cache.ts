import type { Scope } from '@patchbay/contract/base/scopes'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Db } from '../../lib/db/database.ts'
import { inAccount, inAccountQuery } from '../../lib/db/transaction.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import { equalBytes, sha256 } from '../../lib/security/digest.ts'
import { actsForEveryModule, isReplaced, parseKey } from './rules.ts'
import { type KeyProof, keyQuery, touchKey } from './store.ts'

// A revoked key must stop working within a second in every process, and at once in the one that revoked it.
const TTL_MS = 1_000
const TOUCH_MS = 60_000

export type KeyCache = {
  find: (accountId: number, text: string, now: Date) => Promise<KeyCaller | undefined>
  /** After a change of these keys: this process reads them again at once. */
  forget: (accountId: number, ...keyIds: readonly string[]) => void
}

export const createKeyCache = (db: Db, pool: pg.Pool): KeyCache => {
  // Promises: a lookup that was under way when its key was forgotten stores nothing afterwards.
  const known = new LRUCache<string, Promise<KeyProof | undefined>>({ max: 10_000, ttl: TTL_MS })
  const touched = new LRUCache<string, true>({ max: 10_000, ttl: TOUCH_MS })

  const proofOf = (accountId: number, id: string): Promise<KeyProof | undefined> => {
    const place = `${accountId}/${id}`
    const cached = known.get(place)
    if (cached) return cached
    const proof = inAccountQuery(pool, accountId, keyQuery(db, id)).then(([row]) => row)
    known.set(place, proof)
    const forget = () => known.get(place) === proof && known.delete(place)
    // A module goes on at another process as soon as it has registered: what it may do is not to wait for the cache.
    proof.then((row) => row?.for_module && row.modules.length === 0 && forget(), forget)
    return proof
  }

  const find: KeyCache['find'] = async (accountId, text, now) => {
    const parts = parseKey(text)
    const proof = parts && (await proofOf(accountId, parts.id))
    if (!proof || !equalBytes(sha256(parts.secret), proof.secret_hash)) return undefined
    if (proof.expires_at && proof.expires_at <= now) return undefined
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
      modules: proof.modules,
      everyModule: actsForEveryModule({ modules: proof.modules, forModule: proof.for_module }),
      replaced: isReplaced({ expiresAt: proof.expires_at }),
      grantedScopes: proof.granted_scopes as Scope[] | null,
    }
  }

  return { find, forget: (accountId, ...ids) => void ids.map((id) => known.delete(`${accountId}/${id}`)) }
}
