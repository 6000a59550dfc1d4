/** What a command returns: a text for people, and the same as data for --json. */
export type Result = { text: string; data: Record<string, unknown>; exitCode?: number }

/** Reports the progress of long work; the command line draws a bar, or lines where no person watches. */
export type Progress = {
  start: (what: string, total: number) => void
  /** One part is done. */
  advance: (message?: string) => void
  stop: (message: string) => void
}

export const NO_PROGRESS: Progress = { start: () => undefined, advance: () => undefined, stop: () => undefined }

/** A table for people: columns as wide as their widest cell. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]?.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** A size for people: 1.5 GB. */
export const formatBytes = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${UNITS[power]}`
}
