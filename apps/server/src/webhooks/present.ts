import type { EndpointHealth as EndpointView } from '@patchbay/contract/webhooks'
import { isOn } from '../integration-modules/outbound.ts'
import type { Module } from '../integration-modules/store.ts'
import type { EndpointHealth } from './health-store.ts'
import { endpointStateFor } from './rules.ts'

/** How the address of a transport fares, as administrators are shown it. */
export const presentEndpoint = (module: Module, health: EndpointHealth): EndpointView => {
  const url = module.integrations.mgTransport?.webhookUrl
  return {
    state: endpointStateFor({ isOn: isOn(module), hasAddress: url !== undefined }, health),
    ...(url !== undefined && { url }),
    failures: health.failures,
    ...(health.failingSince && { failingSince: health.failingSince.toISOString() }),
    ...(health.restUntil && { restUntil: health.restUntil.toISOString() }),
    ...(health.disabledAt && { disabledAt: health.disabledAt.toISOString() }),
    ...(health.disabledBecause !== null && { disabledBecause: health.disabledBecause }),
  }
}
