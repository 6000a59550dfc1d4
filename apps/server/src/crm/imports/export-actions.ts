import { defineEndpoint } from '@patchbay/contract/base/endpoint'
import { Id } from '@patchbay/contract/base/types'
import { type ImportRow, listImportRows } from '@patchbay/contract/crm/workspace/imports'
import Type from 'typebox'
import { defineExportList, NO_HTTP } from '../../platform/exports/service.ts'
import { showImportRows } from './actions.ts'

/** The list has the id of the import in its path; an export has it in the query. */
const endpoint = defineEndpoint({
  ...listImportRows,
  query: Type.Object({ ...listImportRows.query.properties, importId: Id }),
  params: Type.Object({}),
})

type Query = Parameters<typeof showImportRows>[2]['query'] & { importId: number }

/** Rows with the reason why they were not imported, or not undone. Their own columns are cell-0, cell-1 and so on. */
export const importRowExport = defineExportList<ImportRow, Query>({
  name: 'import-rows',
  endpoint,
  cells: {
    row: ({ row }) => row,
    reason: ({ problems }, _names, label) =>
      problems
        .map(({ code, field, value, detail }) =>
          [field && label(`field.${field}`), value, label(code), detail].filter(Boolean).join(': '),
        )
        .join('; '),
  },
  cellFor: (code) => {
    const place = /^cell-(\d{1,3})$/.exec(code)?.[1]
    return place === undefined ? undefined : ({ cells }) => cells[Number(place)]
  },
  read: async (deps, caller, { importId, ...query }, after) => {
    const paged = { ...query, ...(after !== undefined && { after: Number(after) }) }
    const { rows, next } = await showImportRows(deps, caller, { params: { id: importId }, query: paged }, NO_HTTP)
    return { rows, next }
  },
})
