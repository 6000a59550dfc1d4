import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

export type OldMessage = {
  id: number
  chatId: number
  content: string
  isOld: boolean
  stays: boolean
  unread: boolean
}

/**
 * The next messages in the order of their ids, which is the order in which they arrived. A conversation that is kept keeps its
 * last message: the list of conversations shows it. So does a message that a customer reacted to since: reports count the
 * reaction.
 */
export const walkMessages = async (db: Db, before: Date, after: number, most: number): Promise<OldMessage[]> => {
  const { rows } = await sql<OldMessage>`
    select m.id, m.chat_id as "chatId", m.content, m.created_at < ${before} as "isOld",
      m.id is not distinct from c.last_message_id or exists (
        select from reaction r where r.message_id = m.id and r.created_at >= ${before}) as stays, m.originator = 'customer' and m.read_at is null as unread
    from (select id, chat_id, content, created_at, originator, read_at from message where id > ${after} order by id
      limit ${most}) m join chat c on c.id = m.chat_id
    order by m.id`.execute(db)
  return rows
}

/** With their reactions. Replies that quote one of them stay, without the quote. */
export const deleteMessages = async (db: Db, ids: readonly number[]): Promise<void> => {
  await sql`update message set quote_id = null where quote_id = any(${ids}::bigint[])`.execute(db)
  await sql`delete from message where id = any(${ids}::bigint[])`.execute(db)
}
