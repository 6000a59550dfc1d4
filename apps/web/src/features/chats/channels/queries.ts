import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listModuleChannels } from '../../../lib/endpoints.generated.ts'

/** Under the module: what makes it stale makes its channels stale. */
export const channelsQuery = (code: string) =>
  queryOptions({
    queryKey: ['modules', code, 'channels'],
    queryFn: () => call(listModuleChannels, { params: { code } }),
  })
