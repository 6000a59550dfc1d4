import { toLocalTime } from '@patchbay/contract/base/local-time'
import { type Exchange, listTraffic } from '@patchbay/contract/platform/workspace/traffic'
import { defineExportList, NO_HTTP } from '../exports/service.ts'
import { showTraffic } from './actions.ts'
import { EXCHANGES_PER_PAGE } from './store.ts'

type Query = Parameters<typeof showTraffic>[2]['query']

/** Without the bodies, which may be large. */
export const trafficExport = defineExportList<Exchange, Query>({
  name: 'traffic',
  endpoint: listTraffic,
  cells: {
    id: ({ id }) => id,
    at: ({ at }, { zone }) => toLocalTime(new Date(at), zone),
    direction: ({ direction }, _names, label) => label(direction),
    module: ({ moduleCode }) => moduleCode,
    method: ({ method }) => method,
    url: ({ url }) => url,
    status: ({ status }) => status,
    durationMs: ({ durationMs }) => durationMs,
    result: ({ result }, _names, label) => label(result.code),
    requests: ({ requests }) => requests ?? 1,
  },
  read: async (deps, caller, query, after) => {
    const paged = { ...query, ...(after !== undefined && { before: Number(after) }) }
    const { exchanges } = await showTraffic(deps, caller, { query: paged }, NO_HTTP)
    return { rows: exchanges, next: exchanges.length === EXCHANGES_PER_PAGE ? exchanges.at(-1)?.id : undefined }
  },
})
