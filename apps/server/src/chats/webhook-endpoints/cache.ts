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

// Webhook endpoints by lane. While the circuit of a failing one is open, it gets one probe a minute; after days of
// nothing but failures it is disabled.

export type Endpoint = {
  module: Module
  url: string
  /** The same in every request. */
  headers: Record<string, string>
  secrets: KeyObject[]
  health: EndpointHealth
}

export type EndpointCache = {
  /** Undefined: off, disabled or without an address. The code that changes that enqueues the lanes. */
  find: (claim: Claim) => Promise<Endpoint | undefined>
  /** It has changed: read it again. */
  forget: (claim: Claim) => void
}

/** Read for every claim, and hardly ever changed. */
const TTL_MS = 500

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

/** Caches healthy endpoints only: with a stale "off" a lane that was enqueued by the switching on would be dropped. */
export const createEndpointCache = (deps: Deps): EndpointCache => {
  const healthy = new LRUCache<string, Endpoint>({ max: 10_000, ttl: TTL_MS })
  return {
    find: async (claim) => {
      const key = keyOf(claim)
      const known = healthy.get(key)
      if (known) return known
      const endpoint = await load(deps, claim)
      if (endpoint?.health.failures === 0) healthy.set(key, endpoint)
      return endpoint
    },
    forget: (claim) => void healthy.delete(keyOf(claim)),
  }
}
