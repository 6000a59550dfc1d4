import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import type { LaneResult } from '../../lib/queue/lane-worker.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import type { Module } from '../../platform/modules/store.ts'
import { WEBHOOK_LANE } from '../webhook-delivery/rules.ts'
import type { Endpoint } from './cache.ts'
import { disableReason, FAILURES_TO_OPEN, probeDelay } from './rules.ts'
import { claimProbe, countFailure, resetFailures, updateDisabled } from './store.ts'

type BreakerDeps = Pick<Deps, 'now' | 'config'>

const nextProbeAt = ({ now, config }: BreakerDeps): Date =>
  new Date(now().getTime() + config.webhooks.restSeconds * 1000)

/** D-69: the circuit breaker. Undefined when this worker may send; it then has the one probe of this interval. */
export const circuitState = async (
  deps: BreakerDeps,
  trx: Db,
  { module, health: { circuitOpenUntil } }: Endpoint,
): Promise<LaneResult | undefined> => {
  if (!circuitOpenUntil) return undefined
  const now = deps.now()
  if (await claimProbe(trx, module.id, now, nextProbeAt(deps))) return undefined
  return { waitSeconds: probeDelay(circuitOpenUntil, now, deps.config.webhooks.restSeconds, Math.random()) }
}

/** The endpoint answers again. If the circuit was open, every chat that waited for it goes on. */
export const closeCircuit = async (deps: Pick<Deps, 'lanes'>, trx: Db, moduleId: number): Promise<void> => {
  const wasOpen = await resetFailures(trx, moduleId, FAILURES_TO_OPEN)
  if (wasOpen) await deps.lanes.retryNow(trx, WEBHOOK_LANE, String(moduleId))
}

/** Counts a failure, which may open the circuit or disable the endpoint; true when it is disabled. */
export const recordFailure = async (
  deps: BreakerDeps,
  trx: Db,
  module: Pick<Module, 'id' | 'code'>,
  at: Date,
  isGone: boolean,
): Promise<boolean> => {
  const circuit = { from: FAILURES_TO_OPEN, until: nextProbeAt(deps) }
  const { failingSince } = await countFailure(trx, module.id, at, circuit)
  const because = disableReason(isGone, failingSince, deps.now())
  if (because === undefined) return false
  if (await updateDisabled(trx, module.id, because)) {
    const record = { recordType: 'Integration modules', actor: 'system', action: 'webhooks disabled' } as const
    await insertAction(trx, { ...record, subject: module.code, detail: { because } })
  }
  return true
}
