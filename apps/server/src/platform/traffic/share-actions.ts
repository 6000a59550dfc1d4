import type {
  Exchange,
  listShares,
  readSharedExchange,
  revokeShare,
  shareExchange,
  TrafficShare,
} from '@patchbay/contract/platform/workspace/traffic'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { newToken, sha256 } from '../../lib/security/digest.ts'
import { insertAction } from '../action-log/store.ts'
import { getUserName } from '../users/store.ts'
import { deleteShare, findLiveShare, insertShare, listLiveShares, type Share } from './share-store.ts'
import { findExchange } from './store.ts'

// An administrator shows the author of a module one exchange. Whoever has the link sees that exchange, blacked out as it
// is kept, and nothing else of the account.

const DAYS = 7

const present = ({ id, createdBy, createdAt, expiresAt }: Share): TrafficShare => ({
  id,
  createdBy,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

const note = (trx: Db, actor: string, action: string, exchange: Exchange | undefined, detail: object): Promise<void> =>
  insertAction(trx, {
    recordType: 'Integration modules',
    actor,
    action,
    subject: exchange?.moduleCode ?? '',
    detail: { ...detail },
  })

export const createShare: Action<Deps, typeof shareExchange> = async (deps, caller, { params }) => {
  const token = newToken()
  const now = deps.now()
  const expiresAt = new Date(now.getTime() + DAYS * 86_400_000)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const exchange = (await findExchange(trx, params.id)) ?? fail('not_found')
    const actor = await getUserName(trx, caller.userId)
    const made = { trafficId: exchange.id, tokenHash: sha256(token), createdBy: caller.userId, expiresAt }
    const id = await insertShare(trx, made)
    await note(trx, actor, 'shared a request', exchange, { exchange: exchange.id, until: expiresAt.toISOString() })
    const kept = { id, trafficId: exchange.id, createdBy: actor, createdAt: now, expiresAt }
    return { success: true, share: present(kept), shareToken: token }
  })
}

export const showShares: Action<Deps, typeof listShares> = async (deps, caller, { params }) => {
  const shares = await inAccount(deps.db, caller.accountId, (trx) => listLiveShares(trx, params.id, deps.now()))
  return { success: true, shares: shares.map(present) }
}

export const removeShare: Action<Deps, typeof revokeShare> = async (deps, caller, { params }) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const trafficId = (await deleteShare(trx, params.id)) ?? fail('not_found')
    const exchange = await findExchange(trx, trafficId)
    const actor = await getUserName(trx, caller.userId)
    await note(trx, actor, 'revoked the link to a request', exchange, { exchange: trafficId })
  })
  return { success: true }
}

/** What never was, has expired, was ended or belongs to another account is one and the same to whoever asks. */
export const showShared: Action<Deps, typeof readSharedExchange> = (deps, caller, { body }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const found = (await findLiveShare(trx, sha256(body.shareToken), deps.now())) ?? fail('share_gone')
    const { id: _id, ...exchange } = (await findExchange(trx, found.trafficId)) ?? fail('share_gone')
    return { success: true, exchange, expiresAt: found.expiresAt.toISOString() }
  })
