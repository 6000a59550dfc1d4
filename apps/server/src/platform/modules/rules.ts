import type { KeptIntegrations, ModuleSettings } from '@patchbay/contract/integration-modules/registration-rules'
import type { Answer } from '../../lib/http-out/egress.ts'
import type { Module } from './store.ts'

/** M-09: the answer to a request for a module that is switched off: it is not sent. */
export const OFF: Extract<Answer, { ok: false }> = {
  ok: false,
  kind: 'refused',
  reason: 'the module is switched off',
  durationMs: 0,
}

/** M-09 */
export const isEnabled = ({ active, frozen, removed }: Pick<Module, 'active' | 'frozen' | 'removed'>): boolean =>
  active && !frozen && !removed

/** T-02, D-96: the module forbids its users everything but deleting it. */
export const isLocked = ({ integrations: { telephony } }: Pick<ModuleSettings, 'integrations'>): boolean =>
  telephony !== undefined && !telephony.allowEdit

/** D-09: how long the previous secret signs as well. */
export const SECRET_OVERLAP_HOURS = 24

/** M-07: the kinds of integration that a module carries. */
export const kindsOf = (integrations: KeptIntegrations): string[] =>
  Object.entries(integrations)
    .filter(([, settings]) => settings !== undefined)
    .map(([kind]) => kind)
    .sort()

/** D-40: joins baseUrl and path with exactly one slash. */
export const joinUrl = (baseUrl: string, path: string): string =>
  `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`

const addresses = ({ baseUrl, accountUrl, integrations: { telephony, mgTransport } }: ModuleSettings) =>
  [
    baseUrl,
    accountUrl,
    telephony?.makeCallUrl,
    telephony?.changeUserStatusUrl,
    telephony?.softphoneUrl,
    mgTransport?.webhookUrl,
  ].flatMap((address) => address ?? [])

/** D-83: whether a module runs at a host, by the addresses that it registered. */
export const runsAt = (host: string, module: ModuleSettings): boolean =>
  addresses(module).some((address) => URL.parse(address)?.host === host)
