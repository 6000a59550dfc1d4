import type { endOwnSession, endOwnSessions, listOwnSessions } from '@patchbay/contract/platform/workspace/own-sessions'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../action-log/store.ts'
import { getUserName } from '../users/store.ts'
import { SESSION_COOKIE } from './service.ts'
import { deleteOwnSession, deleteSessionsOf, listSessionsOf } from './store.ts'

export const showSessions: Action<Deps, typeof listOwnSessions> = async (deps, { accountId, userId, sessionHash }) => {
  const sessions = await inAccount(deps.db, accountId, (trx) => listSessionsOf(trx, userId))
  return {
    success: true,
    sessions: sessions.map(({ tokenHash, createdAt, seenAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
      current: tokenHash.equals(sessionHash),
    })),
  }
}

export const endOneSession: Action<Deps, typeof endOwnSession> = async (deps, { accountId, userId }, { params }) => {
  const ended = await inAccount(deps.db, accountId, (trx) => deleteOwnSession(trx, userId, params.id))
  return ended ? { success: true } : fail('not_found')
}

export const endAllSessions: Action<Deps, typeof endOwnSessions> = async (deps, caller, _input, http) => {
  const { accountId, userId } = caller
  await inAccount(deps.db, accountId, async (trx) => {
    await deleteSessionsOf(trx, userId)
    const actor = await getUserName(trx, userId)
    await insertAction(trx, { recordType: 'Sign-in', actor, action: 'session.ended-everywhere' })
  })
  await http.setCookie(SESSION_COOKIE, '', 0)
  return { success: true }
}
