import type { KeyObject } from 'node:crypto'
import { readSecret } from '@patchbay/sdk/signature'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'
import { inAccountBatch } from '../../lib/db/transaction.ts'
import type { Claim } from '../../lib/queue/lane-worker.ts'
import { signingSecrets } from '../../platform/modules/client.ts'
import { isEnabled } from '../../platform/modules/rules.ts'
import { type Module, moduleQuery, toModule } from '../../platform/modules/store.ts'
import { type EndpointHealth, healthQuery, toHealth } from './store.ts'

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

export type EndpointCache = {
  /** Undefined: off, disabled or without an address. Whoever changes that wakes the lanes. */
  find: (claim: Claim) => Promise<Endpoint | undefined>
  /** Something about it has changed: ask the database again. */
  forget: (claim: Claim) => void
}

/** Asked for every claim and changing hardly ever. */
const REMEMBER_MS = 500

const keyOf = ({ accountId, endpoint }: Claim) => `${accountId}/${endpoint}`

const load = async (deps: Deps, { accountId, endpoint }: Claim): Promise<Endpoint | undefined> => {
  const [[row], [itsHealth]] = await inAccountBatch(deps.pool, accountId, [
    moduleQuery(deps.db, { id: endpoint }),
    healthQuery(deps.db, { moduleId: endpoint }),
  ])
  if (!row) return undefined
  const [module, health] = [toModule(row), toHealth(itsHealth)]
  const url = module.integrations.mgTransport?.webhookUrl
  if (!url || !isEnabled(module) || health.disabledAt) return undefined
  const headers = { 'content-type': 'application/json', ...(module.clientId !== null && { clientid: module.clientId }) }
  return { module, url, headers, secrets: signingSecrets(deps, module).map(readSecret), health }
}

/**
 * Only what is well is remembered: a lane that is given back because its endpoint was off a moment ago would sleep on,
 * although the wake that came with the switching on was meant for it.
 */
export const createEndpointCache = (deps: Deps): EndpointCache => {
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
