import type { Me } from '@patchbay/contract/platform/workspace/sessions'
import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccountBatch, inAccountQuery } from '../../lib/db/transaction.ts'
import type { UserCaller } from '../../lib/http-in/callers.ts'
import type { Http } from '../../lib/http-in/route.ts'
import { defineJob } from '../../lib/queue/jobs.ts'
import { newToken, sha256 } from '../../lib/security/digest.ts'
import { getAccount } from '../accounts/store.ts'
import { insertAction } from '../action-log/store.ts'
import type { User } from '../users/store.ts'
import { rememberDevice } from './device-service.ts'
import { insertSession, openSessionsQuery, sessionQuery, touchSessionsQuery } from './store.ts'

export const SESSION_COOKIE = 'patchbay_session'
/** As long as browsers allow: the session itself ends in the database, two weeks after its last use. */
const COOKIE_SECONDS = 400 * 86_400

const DAYS = 14
const TOUCH_AFTER_MS = 60_000

export const toMe = async (trx: Db, user: User, secondFactorDue: boolean): Promise<Me> => {
  const { id, email, firstName, lastName, role, status } = user
  const { name, locale, timezone, currency } = await getAccount(trx)
  const place = { accountName: name, locale, timezone, currency }
  const statusSince = user.statusSince.toISOString()
  const language = user.language ?? undefined
  return {
    id,
    email,
    firstName,
    lastName,
    role,
    ...place,
    ...(language && { language }),
    status,
    statusSince,
    secondFactorDue,
  }
}

type NewSession = { me: Me; token: string }

/** Opens a session for a user who proved who they are; the database stores only the hash of its token. */
export const openSession = async (
  trx: Db,
  user: User,
  http: Http,
  { bySso, secondFactorDue }: { bySso: boolean; secondFactorDue: boolean },
): Promise<NewSession> => {
  const token = newToken()
  const { ip: address, userAgent } = http
  const device = userAgent.slice(0, 400)
  await insertSession(trx, { userId: user.id, tokenHash: sha256(token), days: DAYS, device, address, bySso })
  const detail = bySso ? { address, singleSignOn: true } : { address }
  await insertAction(trx, { recordType: 'Sign-in', actor: user.email, action: 'session.started', detail })
  return { me: await toMe(trx, user, secondFactorDue), token }
}

/** After the commit: gives the browser its session and remembers the device. */
export const sendSession = async (deps: Deps, accountId: number, http: Http, { me, token }: NewSession) => {
  await http.setCookie(SESSION_COOKIE, token, COOKIE_SECONDS)
  await rememberDevice(deps, accountId, http, me.id)
  return { success: true as const, me, liveFrom: await deps.live.position(accountId) }
}

// The time of last use may be lost in a crash, so this does not wait for the disk.
const touch = (deps: Deps, tokenHashes: readonly Buffer[]) => touchSessionsQuery(deps.db, { tokenHashes, days: DAYS })

export const findSession = async (deps: Deps, accountId: number, token: string): Promise<UserCaller | undefined> => {
  const sessionHash = sha256(token)
  const [row] = await inAccountQuery(deps.pool, accountId, sessionQuery(deps.db, { tokenHash: sessionHash }))
  if (!row) return undefined
  if (deps.now().getTime() - row.seen_at.getTime() > TOUCH_AFTER_MS)
    await inAccountQuery(deps.pool, accountId, touch(deps, [sessionHash]), 'asyncCommit')
  return {
    by: 'session',
    accountId,
    userId: row.user_id,
    role: row.role as UserCaller['role'],
    sessionHash,
    bySso: row.by_sso,
    secondFactorDue: row.second_factor_due,
  }
}

/** Which of these sessions are still open; extends them, since their browsers are connected. */
export const refreshSessions = async (
  deps: Deps,
  accountId: number,
  hashes: readonly Buffer[],
): Promise<Set<string>> => {
  const queries = [openSessionsQuery(deps.db, { tokenHashes: hashes }), touch(deps, hashes)] as const
  const [open] = await inAccountBatch(deps.pool, accountId, queries, 'asyncCommit')
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
