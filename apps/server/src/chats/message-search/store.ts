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

const withWord = (word: string, limit: number): RawBuilder<unknown> =>
  sql`select message_id from message_token where token = ${word} order by message_id desc limit ${limit}`

/** The word itself first, then longer words by alphabet. */
const withBeginning = (beginning: string, limit: number): RawBuilder<unknown> => sql`
  (${withWord(beginning, limit)}) union all (
    select message_id from message_token where token > ${beginning} and token < ${beginning + LAST}
    order by token, message_id desc limit ${limit})`

/** How many messages have each word, counted to a limit. */
const countWords = async (db: Db, ranges: readonly RawBuilder<unknown>[]): Promise<number[]> => {
  const counts = ranges.map((range) => sql`(select count(*) from (${range}) counted)`)
  const { rows } = await sql<{ counts: string[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
  return (rows[0]?.counts ?? []).map(Number)
}

/**
 * The newest messages with these words, each once. The rarest word is read along its index, and for each message the key
 * says whether it has the other whole words, so the cost has a limit even for common words. The caller checks the beginning.
 */
export const listMessageIds = async (db: Db, { whole, beginning }: SearchedWords, limit: number): Promise<number[]> => {
  const most = whole.length === 0 ? limit : MOST_CHECKED
  const ranges = [...whole.map((word) => withWord(word, most)), withBeginning(beginning, most)]
  const counts = whole.length === 0 ? [1] : await countWords(db, ranges)
  if (counts.includes(0)) return []
  const rarest = counts.indexOf(Math.min(...counts))
  const checks = whole.flatMap((word, index) =>
    index === rarest
      ? []
      : [
          sql`cross join lateral (select from message_token where token = ${word} and message_id = found.message_id
            limit 1) ${sql.ref(`word_${index}`)}`,
        ],
  )
  const { rows } = await sql<{ message_id: number }>`
    select found.message_id from (${ranges[rarest]}) found ${sql.join(checks, sql` `)} limit ${limit}`.execute(db)
  return [...new Set(rows.map(({ message_id }) => message_id))]
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
