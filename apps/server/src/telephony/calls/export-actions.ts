import { toLocalTime } from '@patchbay/contract/base/local-time'
import { type CallSummary, listCalls } from '@patchbay/contract/telephony/workspace/calls'
import { defineExportList, NO_HTTP } from '../../platform/exports/service.ts'
import { showCalls } from './actions.ts'

type Query = Parameters<typeof showCalls>[2]['query']

export const callExport = defineExportList<CallSummary, Query>({
  name: 'calls',
  endpoint: listCalls,
  cells: {
    id: ({ id }) => id,
    startedAt: ({ startedAt }, { zone }) => toLocalTime(new Date(startedAt), zone),
    direction: ({ direction }, _names, label) => label(direction),
    phone: ({ phone }) => phone,
    result: ({ result, missed }, _names, label) => (missed ? label('missed') : result && label(result)),
    duration: ({ duration }) => duration,
    waiting: ({ durationWaiting }) => durationWaiting,
    manager: ({ userId }, names) => names.user(userId),
    shop: ({ shop }) => shop?.name,
    customerId: ({ customerId }) => customerId,
    note: ({ note }) => note,
    module: ({ module }) => module,
  },
  read: async (deps, caller, query, after) => {
    const paged = { ...query, ...(after !== undefined && { before: String(after) }) }
    const { calls, next } = await showCalls(deps, caller, { query: paged }, NO_HTTP)
    return { rows: calls, next }
  },
})
