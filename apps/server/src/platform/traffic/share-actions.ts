import type { ActionCode } from '@patchbay/contract/platform/workspace/action-log'
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

// An administrator shares one exchange with the author of a module. The link shows that exchange, redacted as it is
// stored, and nothing else of the account.

const DAYS = 7

const present = ({ id, createdBy, createdAt, expiresAt }: Share): TrafficShare => ({
  id,
  createdBy,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

const logShare = (
  trx: Db,
  actor: string,
  action: ActionCode,
  exchange: Exchange | undefined,
  detail: object,
): Promise<void> =>
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
    const share = { trafficId: exchange.id, tokenHash: sha256(token), createdBy: caller.userId, expiresAt }
    const id = await insertShare(trx, share)
    await logShare(trx, actor, 'exchange.shared', exchange, { exchange: exchange.id, until: expiresAt.toISOString() })
    const saved = { id, trafficId: exchange.id, createdBy: actor, createdAt: now, expiresAt }
    return { success: true, share: present(saved), shareToken: token }
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
    await logShare(trx, actor, 'exchange.share-revoked', exchange, { exchange: trafficId })
  })
  return { success: true }
}

/** The response is the same for an unknown token and one that expired, was revoked or belongs to another account. */
export const showShared: Action<Deps, typeof readSharedExchange> = (deps, caller, { body }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const found = (await findLiveShare(trx, sha256(body.shareToken), deps.now())) ?? fail('share_gone')
    const { id: _id, ...exchange } = (await findExchange(trx, found.trafficId)) ?? fail('share_gone')
    return { success: true, exchange, expiresAt: found.expiresAt.toISOString() }
  })
