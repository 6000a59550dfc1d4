import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Claim, LaneResult } from '../../lib/queue/lane-worker.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { WEBHOOK_LANE } from '../webhook-delivery/rules.ts'
import type { Endpoint } from './cache.ts'
import { FAILURES_TO_OPEN, shouldDisable } from './rules.ts'
import { claimProbe, type EndpointHealth, noteSuccess, updateDisabled } from './store.ts'

export const circuitOpenUntil = (deps: Deps): Date =>
  new Date(deps.now().getTime() + deps.config.webhooks.restSeconds * 1000)

/** The breaker: undefined when this worker may try. */
export const circuitState = async (
  deps: Deps,
  { accountId }: Claim,
  { module, health }: Endpoint,
): Promise<LaneResult | undefined> => {
  if (!health.restUntil) return undefined
  const now = deps.now()
  const isProbe = await inAccount(deps.db, accountId, (trx) => claimProbe(trx, module.id, now, circuitOpenUntil(deps)))
  if (isProbe) return undefined
  const { restSeconds } = deps.config.webhooks
  const seconds = Math.max((health.restUntil.getTime() - now.getTime()) / 1000, restSeconds / 10)
  return { waitSeconds: seconds * (1 + 0.2 * Math.random()) }
}

/** It answers. If it had been resting, all chats that waited for it go on. */
export const closeCircuit = async (deps: Deps, claim: Claim, { module }: Endpoint): Promise<void> => {
  await inAccount(deps.db, claim.accountId, async (trx) => {
    const rested = await noteSuccess(trx, module.id, FAILURES_TO_OPEN)
    if (rested) await deps.lanes.retryNow(trx, WEBHOOK_LANE, claim.endpoint)
  })
  await deps.lanes.notifyWorkers()
}

/** Switches an address off when it has to be; true when it did. */
export const disableAfterFailures = async (
  deps: Deps,
  { accountId }: Claim,
  { module }: Endpoint,
  isGone: boolean,
  { failingSince }: EndpointHealth,
): Promise<boolean> => {
  if (!isGone && !(failingSince && shouldDisable(failingSince, deps.now()))) return false
  const because = isGone ? 'the address answered 410 Gone' : 'nothing but failures for 120 hours'
  await inAccount(deps.db, accountId, async (trx) => {
    if (!(await updateDisabled(trx, module.id, because))) return
    const record = { recordType: 'Integration modules', actor: 'system', action: 'webhooks disabled' } as const
    await insertAction(trx, { ...record, subject: module.code, detail: { because } })
  })
  await deps.live.publish(accountId, { type: 'module-changed', code: module.code }, { topic: 'admins' })
  return true
}
