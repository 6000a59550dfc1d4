import type { Deps } from '../deps.ts'
import type { UserCaller } from '../lib/callers.ts'
import { newToken, sha256 } from '../lib/crypto.ts'
import type { Db } from '../lib/db.ts'
import { inAccount, inAccountOnce } from '../lib/transaction.ts'
import { insertSession, sessionQuery, touchSession } from './store.ts'

const DAYS = 14
const TOUCH_AFTER_MS = 60_000

/** Opens a session and gives its token, which the database knows by its hash only. */
export const openSession = async (trx: Db, userId: number): Promise<string> => {
  const token = newToken()
  await insertSession(trx, userId, sha256(token), DAYS)
  return token
}

export const findSession = async (deps: Deps, accountId: number, token: string): Promise<UserCaller | undefined> => {
  const sessionHash = sha256(token)
  const [row] = await inAccountOnce(deps.pool, accountId, sessionQuery(deps.db, sessionHash))
  if (!row) return undefined
  if (deps.now().getTime() - row.seen_at.getTime() > TOUCH_AFTER_MS) {
    await inAccount(deps.db, accountId, (trx) => touchSession(trx, sessionHash, DAYS))
  }
  return { by: 'session', accountId, userId: row.user_id, role: row.role as UserCaller['role'], sessionHash }
}
