import { toLocalTime } from '@patchbay/contract/base/local-time'
import { listTasks, type WorkspaceTask } from '@patchbay/contract/crm/workspace/tasks'
import { defineExportList, NO_HTTP } from '../../platform/exports/service.ts'
import { showTasks } from './actions.ts'

type Query = Parameters<typeof showTasks>[2]['query']

export const taskExport = defineExportList<WorkspaceTask, Query>({
  name: 'tasks',
  endpoint: listTasks,
  cells: {
    id: ({ id }) => id,
    // The kinds of the system have a word in the user's language.
    task: ({ content, phone }, _names, label) =>
      content.kind === 'custom' ? content.text : [label(content.kind), phone].filter(Boolean).join(' '),
    commentary: ({ commentary }) => commentary,
    dueAt: ({ dueAt }, { zone }) => dueAt && toLocalTime(new Date(dueAt), zone),
    assignee: ({ performerId }, names) => names.user(performerId),
    customer: ({ customerName }) => customerName,
    order: ({ orderNumber }) => orderNumber,
    phone: ({ phone }) => phone,
    repeat: ({ repeat }, _names, label) => repeat && label(repeat),
    createdAt: ({ createdAt }, { zone }) => toLocalTime(new Date(createdAt), zone),
  },
  read: async (deps, caller, query, after) => {
    const paged = { ...query, ...(after !== undefined && { after: String(after) }) }
    const { tasks, next } = await showTasks(deps, caller, { query: paged }, NO_HTTP)
    return { rows: tasks, next }
  },
})
