import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listModuleChannels } from '../../../lib/endpoints.generated.ts'

/** The key is below the module's: invalidating the module invalidates its channels. */
export const channelsQuery = (code: string) =>
  queryOptions({
    queryKey: ['modules', code, 'channels'],
    queryFn: () => call(listModuleChannels, { params: { code } }),
  })
