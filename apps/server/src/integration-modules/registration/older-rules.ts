import type {
  TelephonyConfiguration,
  TelephonyConfigurationEdit,
} from '@patchbay/contract/integration-modules/older-telephony'
import type { IntegrationModuleEdit } from '@patchbay/contract/integration-modules/registration'
import type { ModuleSettings } from '@patchbay/contract/integration-modules/registration-rules'

const NONE = {
  allowEdit: false,
  inputEventSupported: false,
  outputEventSupported: false,
  hangupEventSupported: false,
}

/** A registration from the `configuration` of versions 3 and 4. What it does not mention stays as it was. */
export const editFor = (
  before: Pick<ModuleSettings, 'integrations'> | undefined,
  path: string,
  { code = path, active, name, clientId, image, ...telephony }: TelephonyConfigurationEdit,
): IntegrationModuleEdit => ({
  code,
  ...(active !== undefined && { active }),
  ...(name !== undefined && { name }),
  ...(clientId !== undefined && { clientId }),
  ...(image !== undefined && { logo: image }),
  integrations: { telephony: { ...NONE, ...before?.integrations.telephony, ...telephony } },
})

/** Undefined for a module that is no exchange. */
export const configurationOf = ({
  code,
  active,
  name,
  logo,
  integrations: { telephony },
}: Pick<ModuleSettings, 'code' | 'active' | 'name' | 'logo' | 'integrations'>): TelephonyConfiguration | undefined =>
  telephony && { code, active, name, ...(logo !== null && { image: logo }), ...telephony }
