import type { ErrorCode } from '@patchbay/contract/base/errors'
import type { IntegrationModuleEdit } from '@patchbay/contract/integration-modules/registration'
import type { ModuleSettings } from '@patchbay/contract/integration-modules/registration-rules'
import { redactUrl } from '../../lib/text/redact.ts'
import type { KeyBinding } from '../../platform/api-keys/store.ts'
import { runsAt } from '../../platform/modules/rules.ts'
import type { Module } from '../../platform/modules/store.ts'

// Who may register a module and what that changes. What a registration may say, and what becomes of it, is in
// contract/integration-modules/registration-rules.ts, which `verify` uses too.

/** D-69: whether pending webhooks can be sent now: the transport was switched on or has another address. */
export const canReceiveAgain = (before: Module, after: ModuleSettings): boolean =>
  before.active !== after.active ||
  before.integrations.mgTransport?.webhookUrl !== after.integrations.mgTransport?.webhookUrl

export type KeyDecision =
  | { ok: true; binds: boolean }
  | { ok: false; because: Extract<ErrorCode, 'key_of_other_module' | 'module_of_other_key' | 'key_replaced'> }

/**
 * D-81, D-83: whether a key may register a module, and whether it is bound to it by that. A module that another key speaks
 * for is taken over only by a one-step connection to the host where it runs, or after a user has deleted it. D-162: a key
 * that was replaced goes on for its modules and gets no other.
 */
export const decideKey = (
  key: KeyBinding,
  code: string,
  module: (ModuleSettings & { removed: boolean }) | undefined,
  hasOtherKey: boolean,
): KeyDecision => {
  if (key.modules.includes(code)) return { ok: true, binds: false }
  if (key.modules.length > 0 && !key.severalModules) return { ok: false, because: 'key_of_other_module' }
  if (key.replaced) return { ok: false, because: 'key_replaced' }
  const isFree = !hasOtherKey || module?.removed
  const takesOver = module !== undefined && key.connectedHost !== null && runsAt(key.connectedHost, module)
  if (!isFree && !takesOver) return { ok: false, because: 'module_of_other_key' }
  return { ok: true, binds: true }
}

type SecretReader = { modules: readonly string[]; replaced: boolean }

/**
 * D-82, D-162: only the module's own key reads its secrets; a script's sees the module without them, and so does a key that
 * was replaced: who has found out that one must not learn the secrets that are made afterwards.
 */
export const readsSecrets = (key: SecretReader, code: string): boolean => !key.replaced && key.modules.includes(code)

/** D-162: whether a registration makes a secret or a token, which is for a key that goes on only. */
export const makesSecrets = (
  { integrations }: Pick<IntegrationModuleEdit, 'integrations'>,
  isSecretNew: boolean,
): boolean => isSecretNew || integrations?.mgTransport?.refreshToken === true

const shown = <T extends string | null | undefined>(address: T) => (address ? redactUrl(address) : address)

/** D-10: the addresses of a module, for the action log; secrets in their queries are removed. */
export const addressesOf = (settings: ModuleSettings | undefined) => ({
  baseUrl: shown(settings?.baseUrl),
  makeCallUrl: shown(settings?.integrations.telephony?.makeCallUrl),
  changeUserStatusUrl: shown(settings?.integrations.telephony?.changeUserStatusUrl),
  softphoneUrl: shown(settings?.integrations.telephony?.softphoneUrl),
  webhookUrl: shown(settings?.integrations.mgTransport?.webhookUrl),
})

/** The addresses of a registration that the system will call, by the names that its author wrote. */
export const namedAddresses = ({
  baseUrl,
  integrations,
}: Pick<IntegrationModuleEdit, 'baseUrl' | 'integrations'>): Record<string, string | undefined> => ({
  baseUrl,
  'integrations.telephony.makeCallUrl': integrations?.telephony?.makeCallUrl,
  'integrations.telephony.changeUserStatusUrl': integrations?.telephony?.changeUserStatusUrl,
  'integrations.telephony.softphoneUrl': integrations?.telephony?.softphoneUrl,
  'integrations.mgTransport.webhookUrl': integrations?.mgTransport?.webhookUrl,
})
