import type { Export } from '@patchbay/contract/platform/workspace/exports'
import type { StoredExport } from './store.ts'

export const presentExport = (one: StoredExport): Export => ({
  id: one.id,
  list: one.list,
  status: one.status,
  rows: one.rows,
  ...(one.fileBytes !== null && { fileBytes: one.fileBytes }),
  createdAt: one.createdAt.toISOString(),
  expiresAt: one.expiresAt.toISOString(),
})
