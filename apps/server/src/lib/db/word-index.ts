import { type RawBuilder, sql } from 'kysely'
import type { SearchedWords } from '../text/word-search.ts'
import type { Db } from './database.ts'

// Rows of a table with one row a word, keyed by account, word and id (docs/decisions/search.md).

export type WordsOf = { id: number; words: readonly string[] }

const rowsOf = (entities: readonly WordsOf[]) => {
  const rows = entities.flatMap(({ id, words }) => words.map((word) => ({ id, word })))
  return sql`unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ word }) => word)}::text[]) as given (id, word)`
}

/** The end of the range of texts that begin alike; the column has the collation "C". */
const LAST = '\u{10FFFF}'

/** How many rows of the rarest word are checked for the other words. */
const MOST_CHECKED = 1_000

/** How many entities with the other words are read for the caller to check the last word. */
const MOST_READ = 200

/** Ids along the index; those of a whole word can also be checked by the key. */
type Range = { query: RawBuilder<unknown>; word?: string }

/** How many ids each range has, counted to its limit. */
const countRanges = async (db: Db, ranges: readonly Range[]): Promise<number[]> => {
  const counts = ranges.map(({ query }) => sql`(select count(*) from (${query}) counted)`)
  const { rows } = await sql<{ counts: string[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
  return (rows[0]?.counts ?? []).map(Number)
}

export const createWordIndex = (tableName: string, idName: string) => {
  const [table, id] = [sql.table(tableName), sql.ref(idName)]
  const withWord = (word: string, limit: number): Range => ({
    query: sql`select ${id} as id from ${table} where token = ${word} order by ${id} desc limit ${limit}`,
    word,
  })
  /** Words that are longer than the beginning; backwards, as the index is read for the newest first. */
  const withLonger = (beginning: string, limit: number): Range => ({
    query: sql`select ${id} as id from ${table} where token > ${beginning} and token < ${beginning + LAST}
      order by token desc, ${id} desc limit ${limit}`,
  })
  const hasWord = (word: string, index: number): RawBuilder<unknown> => sql`
    cross join lateral (select from ${table} where token = ${word} and ${id} = found.id limit 1)
    ${sql.ref(`word_${index}`)}`
  /** Reads the rarest range, and for each id the key says whether it has the words of the others. */
  const listInAll = async (db: Db, ranges: readonly Range[], limit: number): Promise<number[]> => {
    const counts = ranges.length === 1 ? [1] : await countRanges(db, ranges)
    if (counts.includes(0)) return []
    const rarest = counts.indexOf(Math.min(...counts))
    const checks = ranges.flatMap(({ word }, index) =>
      index === rarest || word === undefined ? [] : [hasWord(word, index)],
    )
    const { rows } = await sql<{ id: number }>`
      select found.id from (${ranges[rarest]?.query}) found ${sql.join(checks, sql` `)} limit ${limit}`.execute(db)
    return rows.map((row) => row.id)
  }
  return {
    insertWords: async (db: Db, entities: readonly WordsOf[]): Promise<void> => {
      await sql`
        insert into ${table} (${id}, token)
        select id, word from ${rowsOf(entities)} on conflict do nothing`.execute(db)
    },
    deleteWords: async (db: Db, entities: readonly WordsOf[]): Promise<void> => {
      await sql`
        delete from ${table} as indexed using ${rowsOf(entities)}
        where indexed.token = given.word and indexed.${id} = given.id`.execute(db)
    },
    /**
     * The newest with all of these words; if they are few, also those with a longer last word. There the caller checks the
     * last word in the text. The cost has a limit even for common words.
     */
    listIds: async (db: Db, { whole, beginning }: SearchedWords, limit: number): Promise<number[]> => {
      const most = whole.length === 0 ? limit : MOST_CHECKED
      const words = whole.filter((word) => word !== beginning).map((word) => withWord(word, most))
      const exact = await listInAll(db, [...words, withWord(beginning, most)], limit)
      if (exact.length >= limit) return exact
      const longer = await listInAll(
        db,
        [...words, withLonger(beginning, most)],
        words.length === 0 ? limit : MOST_READ,
      )
      return [...new Set([...exact, ...longer])]
    },
  }
}
