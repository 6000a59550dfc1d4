import type { Item } from '@patchbay/contract/chats/messages'
import type { Static } from 'typebox'
import type { Db } from '../../lib/db/database.ts'

export type CannedReplyContent = { title: string; shortcut: string; text: string; items: Static<typeof Item>[] }
/** Without an owner it is shared. */
export type StoredReply = CannedReplyContent & { id: number; ownerId: number | null }

/** More than anyone scrolls through; the list is read whole. */
const MOST = 1_000

const COLUMNS = ['id', 'owner_id', 'shortcut', 'title', 'text', 'items'] as const
type Row = { id: number; owner_id: number | null; shortcut: string; title: string; text: string; items: unknown }

const toReply = ({ owner_id, items, ...row }: Row): StoredReply => ({
  ...row,
  ownerId: owner_id,
  items: items as StoredReply['items'],
})

/** Those of a user and the shared ones. */
export const listReplies = async (db: Db, userId: number): Promise<StoredReply[]> => {
  const all = db.selectFrom('canned_reply').select(COLUMNS).orderBy('id').limit(MOST)
  const own = await all.where('owner_id', '=', userId).execute()
  const shared = await all.where('owner_id', 'is', null).execute()
  return [...own, ...shared].map(toReply)
}

export const lockReply = async (db: Db, id: number): Promise<StoredReply | undefined> => {
  const row = await db.selectFrom('canned_reply').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toReply(row)
}

const valuesOf = ({ items, ...content }: CannedReplyContent) => ({ ...content, items: JSON.stringify(items) })

export const insertReply = async (db: Db, content: CannedReplyContent, ownerId: number | null): Promise<number> => {
  const { id } = await db
    .insertInto('canned_reply')
    .values({ ...valuesOf(content), owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateReply = async (db: Db, id: number, content: CannedReplyContent): Promise<void> => {
  await db.updateTable('canned_reply').set(valuesOf(content)).where('id', '=', id).execute()
}

export const deleteReply = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('canned_reply').where('id', '=', id).execute()
}
