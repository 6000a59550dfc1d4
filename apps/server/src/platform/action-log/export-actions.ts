import { toLocalTime } from '@patchbay/contract/base/local-time'
import { type ActionRecord, listActionLog } from '@patchbay/contract/platform/workspace/action-log'
import { defineExportList, NO_HTTP } from '../exports/service.ts'
import { showActionLog } from './actions.ts'
import { ACTIONS_PER_PAGE } from './store.ts'

type Query = Parameters<typeof showActionLog>[2]['query']

export const actionLogExport = defineExportList<ActionRecord, Query>({
  name: 'action-log',
  endpoint: listActionLog,
  cells: {
    id: ({ id }) => id,
    at: ({ at }, { zone }) => toLocalTime(new Date(at), zone),
    recordType: ({ recordType }, _names, label) => label(recordType),
    actor: ({ actor }, names) => {
      const [kind, id] = actor.split(':')
      return (kind === 'user' ? names.user(Number(id)) : undefined) ?? actor
    },
    action: ({ action }, _names, label) => label(action),
    subject: ({ subject }) => subject,
    detail: ({ detail }) => (Object.keys(detail).length === 0 ? undefined : JSON.stringify(detail)),
  },
  read: async (deps, caller, query, after) => {
    const paged = { ...query, ...(after !== undefined && { before: Number(after) }) }
    const { records } = await showActionLog(deps, caller, { query: paged }, NO_HTTP)
    return { rows: records, next: records.length === ACTIONS_PER_PAGE ? records.at(-1)?.id : undefined }
  },
})
