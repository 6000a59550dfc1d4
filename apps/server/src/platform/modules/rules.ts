import type { IntegrationModuleEdit } from '@patchbay/contract/integration-modules/registration'
import type { Answer } from '../../lib/http-out/egress.ts'
import type { Module } from './store.ts'

/** M-09: a module that is off is not called; whoever tries is told so at once. */
export const OFF: Extract<Answer, { ok: false }> = {
  ok: false,
  kind: 'refused',
  reason: 'the module is switched off',
  durationMs: 0,
}

export const isEnabled = ({ active, frozen, removed }: Module): boolean => active && !frozen && !removed

// Pure decisions about the registry: what an edit makes of a module, and when a module is told of its state.

/** D-09: for so long the secret before this one signs as well. */
export const SECRET_OVERLAP_HOURS = 24

/** What is kept of a module's own words. */
export type ModuleSettings = {
  code: string
  integrationCode: string
  active: boolean
  name: string
  logo: string | null
  clientId: string | null
  baseUrl: string | null
  accountUrl: string | null
  actions: Record<string, string>
  availableCountries: string[]
  integrations: KeptIntegrations
}

export type Integrations = NonNullable<IntegrationModuleEdit['integrations']>
/** mgTransport.refreshToken is a request, not a setting. */
export type KeptIntegrations = Omit<Integrations, 'mgTransport'> & {
  mgTransport?: Omit<NonNullable<Integrations['mgTransport']>, 'refreshToken'>
}

/** M-07: the kinds of integration that a module carries. */
export const kindsOf = (integrations: KeptIntegrations): string[] =>
  Object.entries(integrations)
    .filter(([, settings]) => settings !== undefined)
    .map(([kind]) => kind)
    .sort()

/** Joins baseUrl and path with exactly one slash. */
export const joinUrl = (baseUrl: string, path: string): string =>
  `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
