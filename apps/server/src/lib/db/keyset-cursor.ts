import { type RawBuilder, sql } from 'kysely'

// Where a page of a list that is kept in the order of time ended: the moment, to the microsecond as the database has it,
// and the id, for what happened at one moment. The next page begins behind it, whatever was added meanwhile.

/** The mark of a row, from its columns. */
export const cursorOf = (moment: string, id: string): RawBuilder<string> =>
  sql<string>`(extract(epoch from ${sql.ref(moment)}) * 1000000)::bigint || '.' || ${sql.ref(id)}`

const read = (mark: string): [moment: RawBuilder<Date>, id: number] => {
  const [microseconds = '0', id = '0'] = mark.split('.')
  return [sql<Date>`(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond')`, Number(id)]
}

export const isBefore = (moment: string, id: string, mark: string): RawBuilder<boolean> => {
  const [markedAt, markedId] = read(mark)
  return sql<boolean>`(${sql.ref(moment)}, ${sql.ref(id)}) < (${markedAt}, ${markedId}::bigint)`
}

export const isAfter = (moment: string, id: string, mark: string): RawBuilder<boolean> => {
  const [markedAt, markedId] = read(mark)
  return sql<boolean>`(${sql.ref(moment)}, ${sql.ref(id)}) > (${markedAt}, ${markedId}::bigint)`
}
