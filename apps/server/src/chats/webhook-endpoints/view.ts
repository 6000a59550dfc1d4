import type { EndpointHealth as EndpointView } from '@patchbay/contract/chats/workspace/webhooks'
import { isEnabled } from '../../platform/modules/rules.ts'
import type { Module } from '../../platform/modules/store.ts'
import { endpointStateFor, storedDisableReason } from './rules.ts'
import type { EndpointHealth } from './store.ts'

export const presentEndpoint = (module: Module, health: EndpointHealth): EndpointView => {
  const url = module.integrations.mgTransport?.webhookUrl
  return {
    state: endpointStateFor({ isOn: isEnabled(module), hasAddress: url !== undefined }, health),
    ...(url !== undefined && { url }),
    failures: health.failures,
    ...(health.failingSince && { failingSince: health.failingSince.toISOString() }),
    ...(health.circuitOpenUntil && { circuitOpenUntil: health.circuitOpenUntil.toISOString() }),
    ...(health.disabledAt && { disabledAt: health.disabledAt.toISOString() }),
    ...(health.disabledBecause !== null && { disabledBecause: storedDisableReason(health.disabledBecause) }),
  }
}
