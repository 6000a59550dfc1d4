import { type RawBuilder, sql } from 'kysely'

// The keyset cursor of a list in the order of time: the time of the last row, in microseconds as the database has it,
// and its id, for rows with the same time. The next page starts after it, whatever was added meanwhile.

/** The cursor of a row, from its columns. */
export const cursorOf = (moment: string, id: string): RawBuilder<string> =>
  sql<string>`(extract(epoch from ${sql.ref(moment)}) * 1000000)::bigint || '.' || ${sql.ref(id)}`

const read = (mark: string): [moment: RawBuilder<Date>, id: number] => {
  const [microseconds = '0', id = '0'] = mark.split('.')
  return [sql<Date>`(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond')`, Number(id)]
}

/** A page of rows that were read with one more than it holds; `next` is there when that one was found. */
export const pageOf = <Row extends { cursor: string }>(rows: readonly Row[], size: number) => {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, ...(rows.length > size && last && { next: last.cursor }) }
}

/** A list that is read in both directions: what is older than a cursor, newer than one, or the latest. */
export type PageCursor = { before?: string | undefined; after?: string | undefined }

/**
 * A page of such a list, newest first. The rows were read with one more than it holds, those beside the cursor first.
 * `older` and `newer` are there when the list goes on.
 */
export const pageAt = <Row extends { cursor: string }>(
  { before, after }: PageCursor,
  rows: readonly Row[],
  size: number,
): { page: Row[]; older?: string; newer?: string } => {
  const nearest = rows.slice(0, size)
  const page = after === undefined ? nearest : nearest.toReversed()
  const [newest, oldest, isMore] = [page[0], page.at(-1), rows.length > size]
  return {
    page,
    ...(oldest && (isMore || after !== undefined) && { older: oldest.cursor }),
    ...(newest && (after === undefined ? before !== undefined : isMore) && { newer: newest.cursor }),
  }
}

export const isBefore = (moment: string, id: string, mark: string): RawBuilder<boolean> => {
  const [markedAt, markedId] = read(mark)
  return sql<boolean>`(${sql.ref(moment)}, ${sql.ref(id)}) < (${markedAt}, ${markedId}::bigint)`
}

export const isAfter = (moment: string, id: string, mark: string): RawBuilder<boolean> => {
  const [markedAt, markedId] = read(mark)
  return sql<boolean>`(${sql.ref(moment)}, ${sql.ref(id)}) > (${markedAt}, ${markedId}::bigint)`
}

/** Rows of several queries in the order of their cursors, the earliest first. */
export const byCursor = ({ mark: one }: { mark: string }, { mark: other }: { mark: string }): number => {
  const [left = '', leftId] = one.split('.')
  const [right = '', rightId] = other.split('.')
  if (left === right) return Number(leftId) - Number(rightId)
  return BigInt(left) < BigInt(right) ? -1 : 1
}
