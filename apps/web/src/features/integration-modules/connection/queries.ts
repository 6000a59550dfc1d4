import type { Scope } from '@patchbay/contract/base/scopes'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { connectModule, previewConnection } from '../../../lib/endpoints.generated.ts'
import { useModuleChange } from '../registration/queries.ts'

export const usePreviewConnection = () =>
  useMutation({ mutationFn: (configUrl: string) => call(previewConnection, { body: { configUrl } }) })

export const useConnectModule = () =>
  useModuleChange((body: { registerUrl: string; secret: string; scopes: Scope[] }) => call(connectModule, { body }))
