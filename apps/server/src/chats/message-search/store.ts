import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { SearchedWords } from './rules.ts'

export type MessageWords = { id: number; words: readonly string[] }

const rowsOf = (messages: readonly MessageWords[]) => {
  const rows = messages.flatMap(({ id, words }) => words.map((word) => ({ id, word })))
  return sql`unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ word }) => word)}::text[]) as given (id, word)`
}

export const insertWords = async (db: Db, messages: readonly MessageWords[]): Promise<void> => {
  await sql`
    insert into message_token (message_id, token)
    select id, word from ${rowsOf(messages)} on conflict do nothing`.execute(db)
}

export const deleteWords = async (db: Db, messages: readonly MessageWords[]): Promise<void> => {
  await sql`
    delete from message_token using ${rowsOf(messages)}
    where message_token.token = given.word and message_token.message_id = given.id`.execute(db)
}

/** The end of the range of texts that begin alike; the column has the collation "C". */
const LAST = '\u{10FFFF}'

/** How many messages with the rarest word are checked for the other words. */
const MOST_CHECKED = 1_000

/** How many messages with the other words are read for the caller to check the last word. */
const MOST_READ = 200

/** Messages along the index; those of a whole word can also be checked by the key. */
type Range = { query: RawBuilder<unknown>; word?: string }

const withWord = (word: string, limit: number): Range => ({
  query: sql`select message_id from message_token where token = ${word} order by message_id desc limit ${limit}`,
  word,
})

/** Words that are longer than the beginning; backwards, as the index is read for the newest first. */
const withLonger = (beginning: string, limit: number): Range => ({
  query: sql`select message_id from message_token where token > ${beginning} and token < ${beginning + LAST}
    order by token desc, message_id desc limit ${limit}`,
})

/** How many messages each range has, counted to its limit. */
const countRanges = async (db: Db, ranges: readonly Range[]): Promise<number[]> => {
  const counts = ranges.map(({ query }) => sql`(select count(*) from (${query}) counted)`)
  const { rows } = await sql<{ counts: string[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
  return (rows[0]?.counts ?? []).map(Number)
}

const hasWord = (word: string, index: number): RawBuilder<unknown> => sql`
  cross join lateral (select from message_token where token = ${word} and message_id = found.message_id limit 1)
  ${sql.ref(`word_${index}`)}`

/** Reads the rarest range, and for each message the key says whether it has the words of the others. */
const listInAll = async (db: Db, ranges: readonly Range[], limit: number): Promise<number[]> => {
  const counts = ranges.length === 1 ? [1] : await countRanges(db, ranges)
  if (counts.includes(0)) return []
  const rarest = counts.indexOf(Math.min(...counts))
  const checks = ranges.flatMap(({ word }, index) =>
    index === rarest || word === undefined ? [] : [hasWord(word, index)],
  )
  const { rows } = await sql<{ message_id: number }>`
    select found.message_id from (${ranges[rarest]?.query}) found ${sql.join(checks, sql` `)} limit ${limit}`.execute(
    db,
  )
  return rows.map(({ message_id }) => message_id)
}

/**
 * The newest messages with all of these words; if they are few, also messages with a longer last word. There the caller
 * checks the last word in the text. The cost has a limit even for common words.
 */
export const listMessageIds = async (db: Db, { whole, beginning }: SearchedWords, limit: number): Promise<number[]> => {
  const most = whole.length === 0 ? limit : MOST_CHECKED
  const words = whole.filter((word) => word !== beginning).map((word) => withWord(word, most))
  const exact = await listInAll(db, [...words, withWord(beginning, most)], limit)
  if (exact.length >= limit) return exact
  const longer = await listInAll(db, [...words, withLonger(beginning, most)], words.length === 0 ? limit : MOST_READ)
  return [...new Set([...exact, ...longer])]
}

export type Progress = { filledTo: number | null; expiredTo: number }

export const findProgress = async (db: Db): Promise<Progress> => {
  const row = await db.selectFrom('message_search').select(['filled_to', 'expired_to']).executeTakeFirst()
  return { filledTo: row?.filled_to ?? null, expiredTo: row?.expired_to ?? 0 }
}

export const saveProgress = async (db: Db, progress: Partial<Progress>): Promise<void> => {
  const values = {
    ...(progress.filledTo !== undefined && { filled_to: progress.filledTo }),
    ...(progress.expiredTo !== undefined && { expired_to: progress.expiredTo }),
  }
  await db
    .insertInto('message_search')
    .values(values)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}
