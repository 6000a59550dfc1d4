import type { Import, ImportRow } from '@patchbay/contract/crm/workspace/imports'
import type { StoredRow } from './row-store.ts'
import { rowsDone, undoUntil } from './rules.ts'
import type { StoredImport } from './store.ts'

export const presentImport = (one: StoredImport): Import => ({
  id: one.id,
  kind: one.kind,
  status: one.status,
  paused: one.paused,
  fileName: one.fileName,
  fileBytes: one.fileBytes,
  encoding: one.encoding,
  separator: one.separator,
  mapping: one.mapping,
  matchBy: one.matchBy as Import['matchBy'],
  onMatch: one.onMatch,
  ...(one.shop !== null && { shop: one.shop }),
  headings: one.headings,
  rowCount: one.rowCount,
  rowsDone: rowsDone(one.status, one.counts, one.rowCount),
  counts: one.counts,
  ...(one.problem !== null && { problem: one.problem }),
  createdBy: one.createdBy,
  createdAt: one.createdAt.toISOString(),
  ...(one.finishedAt && {
    finishedAt: one.finishedAt.toISOString(),
    ...(one.purgedAt === null && { undoUntil: undoUntil(one.finishedAt).toISOString() }),
  }),
})

export const presentRow = ({ row, cells, checked, outcome, problems, entityId }: StoredRow): ImportRow => ({
  ...{ row, cells, problems },
  ...(checked !== null && { checked }),
  ...(outcome !== null && { outcome }),
  ...(entityId !== null && { entityId }),
})
