import type { IntegrationModule } from '@patchbay/contract/integration-modules/registration'
import type { Deps } from '../../deps.ts'
import { secretContext } from '../../platform/modules/client.ts'
import type { Module } from '../../platform/modules/store.ts'

export const present = (deps: Deps, module: Module): IntegrationModule => {
  const { mgTransport, ...integrations } = module.integrations
  const token = module.transportToken && deps.sealer.open(secretContext(module, 'transport'), module.transportToken)
  return {
    code: module.code,
    integrationCode: module.integrationCode,
    active: module.active,
    freeze: module.frozen,
    native: false,
    name: module.name,
    ...(module.logo !== null && { logo: module.logo }),
    ...(module.clientId !== null && { clientId: module.clientId }),
    ...(module.baseUrl !== null && { baseUrl: module.baseUrl }),
    ...(module.accountUrl !== null && { accountUrl: module.accountUrl }),
    actions: module.actions,
    availableCountries: module.availableCountries,
    integrations: {
      ...integrations,
      ...(mgTransport && {
        mgTransport: { ...mgTransport, isActive: module.active && !module.frozen, ...(token && { token }) },
      }),
    },
  }
}
