import type { Scope } from '@patchbay/contract/base/scopes'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { connectModule, getConnection, previewConnection } from '../../../lib/endpoints.generated.ts'
import { useModuleChange } from '../registration/queries.ts'

export const usePreviewConnection = () =>
  useMutation({ mutationFn: (configUrl: string) => call(previewConnection, { body: { configUrl } }) })

export const useConnectModule = () =>
  useModuleChange((body: { registerUrl: string; secret: string; scopes: Scope[] }) => call(connectModule, { body }))

/** Below the modules, so that the live event of a registration reads it again. */
export const connectionQuery = (keyId: string) =>
  queryOptions({
    queryKey: ['modules', 'connections', keyId],
    queryFn: () => call(getConnection, { params: { keyId } }),
  })
