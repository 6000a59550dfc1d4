import type { ExportColumn } from '@patchbay/contract/platform/workspace/exports'

// What an export is, and when it is streamed instead of written to a file.

/** A list with more rows than this is written to a file by a worker. */
export const MOST_STREAMED = 2_000

/** For how long an export can be downloaded. */
const DAYS_KEPT = 3
export const expiresAt = (createdAt: Date): Date => new Date(createdAt.getTime() + DAYS_KEPT * 86_400_000)

/** The word for a code in the user's language; a code without one is shown as it is. */
export type Label = (value: string) => string

export const labelOf =
  ({ labels }: Pick<ExportColumn, 'labels'>): Label =>
  (value) =>
    labels?.[value] ?? value

/** The columns that the list does not have. */
export const unknownColumns = (columns: readonly ExportColumn[], has: (code: string) => boolean): string[] =>
  columns.map(({ code }) => code).filter((code) => !has(code))

/** The lane of an export: one per export, its key is the id. */
export const EXPORT_LANE = 'export'
export const laneOf = (id: number) => ({ kind: EXPORT_LANE, key: String(id), endpoint: 'exports' })
