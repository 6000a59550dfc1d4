import type { InputOf } from '@patchbay/contract/base/endpoint'
import type { Scope } from '@patchbay/contract/base/scopes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  allowSeveralModules,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  splitApiKey,
} from '../../../lib/endpoints.generated.ts'

export const apiKeysQuery = queryOptions({ queryKey: ['api-keys'], queryFn: () => call(listApiKeys, {}) })

/** What each kind of module needs, and nothing more. */
export const SCOPES_OF_KIND = {
  telephony: [
    'integration_read',
    'integration_write',
    'telephony_read',
    'telephony_write',
    'user_read',
    'customer_read',
    'order_read',
    'reference_read',
  ],
  payment: [
    'integration_read',
    'integration_write',
    'payments_read',
    'payments_write',
    'order_read',
    'customer_read',
    'reference_read',
  ],
  transport: ['integration_read', 'integration_write', 'reference_read', 'customer_read', 'order_read'],
} as const satisfies Record<string, Scope[]>

export type ModuleKind = keyof typeof SCOPES_OF_KIND

const KIND_OF_INTEGRATION: Record<string, ModuleKind> = {
  telephony: 'telephony',
  payment: 'payment',
  mgTransport: 'transport',
}

/** What a module needs that carries these kinds of integration. */
export const scopesOfKinds = (kinds: readonly string[]): Scope[] => [
  ...new Set<Scope>([
    'integration_read',
    'integration_write',
    ...kinds.flatMap((kind) => SCOPES_OF_KIND[KIND_OF_INTEGRATION[kind] ?? 'transport']),
  ]),
]

const useKeyChange = <Input, Reply>(change: (input: Input) => Promise<Reply>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => queryClient.invalidateQueries(apiKeysQuery) })
}

export const useCreateKey = () =>
  useKeyChange((body: InputOf<typeof createApiKey>['body']) => call(createApiKey, { body }))

const OVERLAP_HOURS = 24

export const useRotateKey = () =>
  useKeyChange((id: string) => call(rotateApiKey, { params: { id }, body: { overlapHours: OVERLAP_HOURS } }))

export const useRevokeKey = () => useKeyChange((id: string) => call(revokeApiKey, { params: { id } }))

export const useAllowSeveral = () => useKeyChange((id: string) => call(allowSeveralModules, { params: { id } }))

export const useSplitKey = () =>
  useKeyChange((id: string) => call(splitApiKey, { params: { id }, body: { overlapHours: OVERLAP_HOURS } }))
