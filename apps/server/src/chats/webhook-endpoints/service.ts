import type { KeyObject } from 'node:crypto'
import { readSecret } from '@patchbay/sdk/signature'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'
import { inAccount, inAccountOnce } from '../../lib/db/transaction.ts'
import type { Claim, Outcome } from '../../lib/queue/lanes.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { isOn, signingSecrets } from '../../platform/modules/client.ts'
import { type Module, toModule } from '../../platform/modules/store.ts'
import { FAILURES_TO_REST, shouldDisable } from '../webhook-delivery/rules.ts'
import { WEBHOOK_LANE } from '../webhook-delivery/service.ts'
import { type EndpointHealth, endpointQuery, noteSuccess, takeProbe, toHealth, updateDisabled } from './store.ts'

// The addresses of transports and how they fare. One that keeps failing is left in peace but for one try a minute, and
// switched off when it has given nothing but failures for days.

export type Endpoint = {
  module: Module
  url: string
  /** What is the same in every request to it. */
  headers: Record<string, string>
  secrets: KeyObject[]
  health: EndpointHealth
}

export type Endpoints = {
  /** Undefined: off, disabled or without an address. Whoever changes that wakes the lanes. */
  find: (claim: Claim) => Promise<Endpoint | undefined>
  /** Something about it has changed: ask the database again. */
  forget: (claim: Claim) => void
}

/** Asked for every claim and changing hardly ever. */
const REMEMBER_MS = 500

const keyOf = ({ accountId, endpoint }: Claim) => `${accountId}/${endpoint}`

const load = async (deps: Deps, { accountId, endpoint }: Claim): Promise<Endpoint | undefined> => {
  const [row] = await inAccountOnce(deps.pool, accountId, endpointQuery(deps.db, { module: endpoint }))
  if (!row) return undefined
  const [module, health] = [toModule(row), toHealth(row)]
  const url = module.integrations.mgTransport?.webhookUrl
  if (!url || !isOn(module) || health.disabledAt) return undefined
  const headers = { 'content-type': 'application/json', ...(module.clientId !== null && { clientid: module.clientId }) }
  return { module, url, headers, secrets: signingSecrets(deps, module).map(readSecret), health }
}

/**
 * Only what is well is remembered: a lane that is given back because its endpoint was off a moment ago would sleep on,
 * although the wake that came with the switching on was meant for it.
 */
export const createEndpoints = (deps: Deps): Endpoints => {
  const well = new LRUCache<string, Endpoint>({ max: 10_000, ttl: REMEMBER_MS })
  return {
    find: async (claim) => {
      const key = keyOf(claim)
      const known = well.get(key)
      if (known) return known
      const endpoint = await load(deps, claim)
      if (endpoint?.health.failures === 0) well.set(key, endpoint)
      return endpoint
    },
    forget: (claim) => void well.delete(keyOf(claim)),
  }
}

export const restUntil = (deps: Deps): Date => new Date(deps.now().getTime() + deps.config.webhooks.restSeconds * 1000)

/** The breaker: undefined when this worker may try. */
export const whetherRests = async (
  deps: Deps,
  { accountId }: Claim,
  { module, health }: Endpoint,
): Promise<Outcome | undefined> => {
  if (!health.restUntil) return undefined
  const now = deps.now()
  const isProbe = await inAccount(deps.db, accountId, (trx) => takeProbe(trx, module.id, now, restUntil(deps)))
  if (isProbe) return undefined
  const { restSeconds } = deps.config.webhooks
  const seconds = Math.max((health.restUntil.getTime() - now.getTime()) / 1000, restSeconds / 10)
  return { waitSeconds: seconds * (1 + 0.2 * Math.random()) }
}

/** It answers. If it had been resting, all chats that waited for it go on. */
export const noteRecovery = async (deps: Deps, claim: Claim, { module }: Endpoint): Promise<void> => {
  await inAccount(deps.db, claim.accountId, async (trx) => {
    const rested = await noteSuccess(trx, module.id, FAILURES_TO_REST)
    if (rested) await deps.lanes.hurry(trx, WEBHOOK_LANE, claim.endpoint)
  })
  await deps.lanes.nudge()
}

/** Switches an address off when it has to be; true when it did. */
export const disableIfHopeless = async (
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
  await deps.live.tell(accountId, { topic: 'admins' }, { type: 'module-changed', code: module.code })
  return true
}
