import type { ModuleSummary } from '@patchbay/contract/integration-modules/workspace/health'
import { isLocked, kindsOf } from '../../platform/modules/rules.ts'
import type { Module } from '../../platform/modules/store.ts'
import type { ModuleTraffic } from '../../platform/traffic/store.ts'

export const summaryOf = (
  module: Module,
  traffic: ModuleTraffic | undefined,
  circuitOpenUntil: Date | undefined,
): ModuleSummary => ({
  code: module.code,
  name: module.name,
  ...(module.logo !== null && { logo: module.logo }),
  active: module.active,
  freeze: module.frozen,
  kinds: kindsOf(module.integrations),
  locked: isLocked(module),
  ...(module.accountUrl !== null && { accountUrl: module.accountUrl }),
  ...(traffic && {
    lastTraffic: { ...traffic.last, at: traffic.last.at.toISOString() },
    health: {
      exchanges: traffic.exchanges,
      failed: traffic.failed,
      medianMs: traffic.medianMs,
      since: traffic.since.toISOString(),
    },
  }),
  ...(circuitOpenUntil && { circuitOpenUntil: circuitOpenUntil.toISOString() }),
  stateAcknowledged: module.toldVersion >= module.stateVersion,
})
