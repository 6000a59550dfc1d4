import type { IntegrationModule } from '@patchbay/contract/integration-modules/registration'
import type { Module } from '../../platform/modules/store.ts'

/** Opened, for the module's own key (D-82). */
type Secrets = { transportToken?: string | undefined; signingSecret?: string | undefined }

/** D-12 */
export const present = (module: Module, { transportToken, signingSecret }: Secrets): IntegrationModule => {
  const { mgTransport, ...integrations } = module.integrations
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
        mgTransport: {
          ...mgTransport,
          isActive: module.active && !module.frozen,
          ...(transportToken !== undefined && { token: transportToken }),
        },
      }),
    },
    ...(signingSecret !== undefined && { signature: { secret: signingSecret } }),
  }
}
