import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { AskedWord, Token } from './rules.ts'

/** c: customers, o: orders. */
export type Entity = 'c' | 'o'

export type EntityTokens = { id: number; tokens: readonly Token[] }

const columnsOf = (entities: readonly EntityTokens[]) => {
  const rows = entities.flatMap(({ id, tokens }) => tokens.map((one) => ({ id, ...one })))
  return sql`unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ kind }) => kind)}::"char"[],
    ${rows.map(({ token }) => token)}::text[]) as given (id, kind, token)`
}

export const insertTokens = async (db: Db, entity: Entity, entities: readonly EntityTokens[]): Promise<void> => {
  await sql`
    insert into search_token (entity, entity_id, kind, token)
    select ${entity}, id, kind, token from ${columnsOf(entities)} on conflict do nothing`.execute(db)
}

export const deleteTokens = async (db: Db, entity: Entity, id: number): Promise<void> => {
  await db.deleteFrom('search_token').where('entity', '=', entity).where('entity_id', '=', id).execute()
}

/** Tokens that stay are not rewritten. */
export const replaceTokens = async (db: Db, entity: Entity, one: EntityTokens): Promise<void> => {
  await sql`
    delete from search_token old where entity = ${entity} and entity_id = ${one.id} and not exists (
      select from ${columnsOf([one])} where given.kind = old.kind and given.token = old.token)`.execute(db)
  await insertTokens(db, entity, [one])
}

/** The end of the range of texts that begin alike; the column has the collation "C". */
const LAST = '\u{10FFFF}'

const beginsWith = (token: string): RawBuilder<unknown> => sql`token >= ${token} and token < ${token + LAST}`

/** Whole words first, the newest first within a word; it reads no further than the limit. */
const rangeSql = (entity: Entity, { kind, token }: Token, limit: number): RawBuilder<unknown> => sql`
  select entity_id, token from search_token
  where entity = ${entity} and kind = ${kind} and ${beginsWith(token)}
  order by token, entity_id desc limit ${limit}`

const listIds = async (db: Db, query: RawBuilder<unknown>): Promise<number[]> =>
  (await sql<{ entity_id: number }>`${query}`.execute(db)).rows.map(({ entity_id }) => entity_id)

export const listByToken = (db: Db, entity: Entity, token: Token, limit: number): Promise<number[]> =>
  listIds(db, rangeSql(entity, token, limit))

const oneOf = (entity: Entity, word: AskedWord, limit: number): RawBuilder<unknown> =>
  sql.join(
    word.map((token) => sql`(${rangeSql(entity, { kind: 'w', token }, limit)})`),
    sql` union all `,
  )

/** How many entities have each word, counted to a limit. */
const countWords = async (db: Db, entity: Entity, words: readonly AskedWord[], limit: number): Promise<number[]> => {
  const counts = words.map((word) => sql`(select count(*) from (${oneOf(entity, word, limit)}) counted)`)
  const { rows } = await sql<{ counts: string[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
  return (rows[0]?.counts ?? []).map(Number)
}

/** The most entities with the rarest word that are checked for the other words. */
const MOST_CHECKED = 1_000
const COUNTED = 1_000

/**
 * Entities that have all of these words. The rarest word is read along its index, and for each entity the key says
 * whether it has the others, so the cost has a limit even for common words.
 */
export const listByWords = async (
  db: Db,
  entity: Entity,
  words: readonly AskedWord[],
  limit: number,
): Promise<number[]> => {
  const [only] = words
  if (only === undefined) return []
  if (words.length === 1) return listIds(db, oneOf(entity, only, limit))
  const counts = await countWords(db, entity, words, COUNTED)
  if (counts.includes(0)) return []
  const rarest = counts.indexOf(Math.min(...counts))
  const checks = words.flatMap((word, index) => {
    if (index === rarest) return []
    const ways = sql.join(
      word.map((token) => sql`(${beginsWith(token)})`),
      sql` or `,
    )
    return [
      sql`cross join lateral (select from search_token where entity = ${entity} and entity_id = found.entity_id
        and kind = 'w' and (${ways}) limit 1) ${sql.ref(`word_${index}`)}`,
    ]
  })
  const found = oneOf(entity, words[rarest] ?? [], MOST_CHECKED)
  return listIds(db, sql`select found.entity_id from (${found}) found ${sql.join(checks, sql` `)} limit ${limit}`)
}

/** The last id that is indexed; 0: none yet. */
export const findFilledTo = async (db: Db, entity: Entity): Promise<number> => {
  const row = await db.selectFrom('search_fill').select('after_id').where('entity', '=', entity).executeTakeFirst()
  return row?.after_id ?? 0
}

export const saveFilledTo = async (db: Db, entity: Entity, id: number): Promise<void> => {
  await db
    .insertInto('search_fill')
    .values({ entity, after_id: id })
    .onConflict((conflict) => conflict.columns(['account_id', 'entity']).doUpdateSet({ after_id: id }))
    .execute()
}

const TABLES = { c: 'customer', o: 'customer_order' } as const

/** Locked until the commit, so that nobody changes them between reading and indexing. */
export const lockNext = async (db: Db, entity: Entity, after: number, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom(TABLES[entity])
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forShare()
    .execute()
  return rows.map(({ id }) => id)
}

/** The newest orders of these customers, a few of each. */
export const listOrdersOf = async (db: Db, customerIds: readonly number[], each: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select o.id from unnest(${customerIds}::bigint[]) with ordinality c (id, place)
    cross join lateral (select id from customer_order where customer_id = c.id order by id desc limit ${each}) o
    order by c.place, o.id desc`.execute(db)
  return rows.map(({ id }) => id)
}
