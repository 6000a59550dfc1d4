import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccountBatch, inAccountQuery } from '../../lib/db/transaction.ts'
import type { UserCaller } from '../../lib/http-in/callers.ts'
import { defineJob } from '../../lib/queue/jobs.ts'
import { newToken, sha256 } from '../../lib/security/digest.ts'
import { insertSession, openSessionsQuery, sessionQuery, touchSessionsQuery } from './store.ts'

const DAYS = 14
const TOUCH_AFTER_MS = 60_000

/** Opens a session and gives its token, which the database knows by its hash only. */
export const openSession = async (trx: Db, userId: number): Promise<string> => {
  const token = newToken()
  await insertSession(trx, userId, sha256(token), DAYS)
  return token
}

// Who was here a moment ago is worth no wait for the disk: a crash takes a moment of it.
const touch = (deps: Deps, tokenHashes: readonly Buffer[]) => touchSessionsQuery(deps.db, { tokenHashes, days: DAYS })

export const findSession = async (deps: Deps, accountId: number, token: string): Promise<UserCaller | undefined> => {
  const sessionHash = sha256(token)
  const [row] = await inAccountQuery(deps.pool, accountId, sessionQuery(deps.db, { tokenHash: sessionHash }))
  if (!row) return undefined
  if (deps.now().getTime() - row.seen_at.getTime() > TOUCH_AFTER_MS)
    await inAccountQuery(deps.pool, accountId, touch(deps, [sessionHash]), 'asyncCommit')
  return { by: 'session', accountId, userId: row.user_id, role: row.role as UserCaller['role'], sessionHash }
}

/** Which of these sessions are still open; they stay so, since somebody is here. */
export const refreshSessions = async (
  deps: Deps,
  accountId: number,
  hashes: readonly Buffer[],
): Promise<Set<string>> => {
  const asked = [openSessionsQuery(deps.db, { tokenHashes: hashes }), touch(deps, hashes)] as const
  const [open] = await inAccountBatch(deps.pool, accountId, asked, 'asyncCommit')
  return new Set(open.map(({ token_hash }) => token_hash.toString('hex')))
}

export const SEND_LINK = defineJob({
  name: 'users.send-link',
  payload: Type.Object({
    accountId: Type.Integer(),
    userId: Type.Integer(),
    reason: Type.Enum(['invitation', 'reset']),
  }),
})
