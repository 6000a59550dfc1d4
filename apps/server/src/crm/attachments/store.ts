import type { Page } from '@patchbay/contract/base/pages'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { type Move, movedIds, onlyIds } from '../../lib/db/moved-rows.ts'
import type { Owner } from './rules.ts'

export type Attachment = {
  id: number
  fileId: string
  filename: string
  mimeType: string
  size: number
  createdAt: Date
  owners: Owner[]
}

export type AttachmentFilter = {
  ids?: number[]
  orderIds?: number[]
  customerIds?: number[]
  /** Absent: of all shops. */
  shopIds?: number[]
}

/** D-84: a repeated upload finds the first one of its file. */
export const insertAttachment = async (db: Db, file: { fileId: string; filename: string }): Promise<number> => {
  const { id } = await db
    .insertInto('attachment')
    .values({ file_id: file.fileId, filename: file.filename })
    .onConflict((conflict) => conflict.columns(['account_id', 'file_id']).doUpdateSet({ file_id: file.fileId }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const listOwners = async (db: Db, ids: readonly number[]): Promise<Map<number, Owner[]>> => {
  const { rows } = await sql<{
    attachment_id: number
    order_id: number | null
    customer_id: number | null
    external_id: string | null
    number: string | null
    shop_id: number | null
    site: string | null
  }>`
    select l.attachment_id, l.order_id, l.customer_id, coalesce(o.external_id, c.external_id) as external_id, o.number,
      s.id as shop_id, s.code as site
    from attachment_link l left join customer_order o on o.id = l.order_id left join customer c on c.id = l.customer_id
    left join shop s on s.id = coalesce(o.shop_id, c.shop_id)
    where l.attachment_id = any(${ids}::bigint[]) order by l.id`.execute(db)
  return Map.groupBy(
    rows.map((row) => ({
      of: row.attachment_id,
      ...(row.order_id === null
        ? { kind: 'customer' as const, id: row.customer_id ?? 0 }
        : { kind: 'order' as const, id: row.order_id }),
      ...{ externalId: row.external_id, number: row.number, shopId: row.shop_id, site: row.site },
    })),
    ({ of }) => of,
  )
}

/** In the order of the ids. */
export const listAttachmentsById = async (db: Db, ids: readonly number[]): Promise<Attachment[]> => {
  const rows = await db
    .selectFrom('attachment as a')
    .innerJoin('file as f', 'f.id', 'a.file_id')
    .select(['a.id', 'a.file_id', 'a.filename', 'a.created_at', 'f.mime_type', 'f.size'])
    .where('a.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  const owners = await listOwners(db, ids)
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = found.get(id)
    if (!row) return []
    const { file_id: fileId, filename, mime_type: mimeType, size, created_at: createdAt } = row
    return [{ id, fileId, filename, mimeType, size, createdAt, owners: owners.get(id) ?? [] }]
  })
}

export const findAttachment = async (db: Db, id: number): Promise<Attachment | undefined> =>
  (await listAttachmentsById(db, [id]))[0]

export const lockAttachment = async (db: Db, id: number): Promise<Attachment | undefined> => {
  const locked = await db.selectFrom('attachment').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return locked && findAttachment(db, id)
}

/** How far a list is counted beyond the requested page. */
const COUNTED_AHEAD = 10_000

const conditionsOf = ({ ids, orderIds, customerIds, shopIds }: AttachmentFilter) => {
  const linked = (column: 'order_id' | 'customer_id', values: number[] | undefined) =>
    values === undefined
      ? sql``
      : sql`and a.id in (select attachment_id from attachment_link where ${sql.ref(column)} = any(${values}::bigint[]))`
  const ofShops =
    shopIds === undefined
      ? sql``
      : sql`and (not exists (select from attachment_link l where l.attachment_id = a.id) or exists (
          select from attachment_link l left join customer_order o on o.id = l.order_id
          left join customer c on c.id = l.customer_id
          where l.attachment_id = a.id and coalesce(o.shop_id, c.shop_id) = any(${shopIds}::bigint[])))`
  return sql`${ids === undefined ? sql`` : sql`and a.id = any(${ids}::bigint[])`}
    ${linked('order_id', orderIds)} ${linked('customer_id', customerIds)} ${ofShops}`
}

/** Newest first. The total is exact when the list ends soon after the page. */
export const listAttachmentIds = async (
  db: Db,
  filter: AttachmentFilter,
  { limit, page }: Page,
): Promise<{ ids: number[]; total: number }> => {
  const skip = (page - 1) * limit
  const { rows } = await sql<{ id: number }>`
    select a.id from attachment a where true ${conditionsOf(filter)} order by a.id desc
    limit ${skip + limit + COUNTED_AHEAD}`.execute(db)
  return { ids: rows.slice(skip, skip + limit).map(({ id }) => id), total: rows.length }
}

export const renameAttachment = async (db: Db, id: number, filename: string): Promise<void> => {
  await db.updateTable('attachment').set({ filename }).where('id', '=', id).execute()
}

export type OwnerKey = { orderId: number } | { customerId: number }

/** The caller has the lock of the attachment. */
export const replaceLinks = async (db: Db, id: number, owners: readonly OwnerKey[]): Promise<void> => {
  await db.deleteFrom('attachment_link').where('attachment_id', '=', id).execute()
  if (owners.length === 0) return
  const rows = owners.map((owner) => ({
    attachment_id: id,
    ...('orderId' in owner ? { order_id: owner.orderId } : { customer_id: owner.customerId }),
  }))
  await db
    .insertInto('attachment_link')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const deleteAttachmentRow = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('attachment').where('id', '=', id).execute()
}

/** For a merge of two customers, and to undo it. Returns the ids of the moved rows. */
export const moveAttachments = async (db: Db, move: Move): Promise<number[]> =>
  movedIds(
    db,
    sql`update attachment_link set customer_id = ${move.into} where customer_id = ${move.from} ${onlyIds(move)}
      and not exists (select from attachment_link other where other.attachment_id = attachment_link.attachment_id
        and other.customer_id = ${move.into}) returning id`,
  )

export const hasAttachments = async (db: Db, customerId: number): Promise<boolean> => {
  const query = db.selectFrom('attachment_link').select('id').where('customer_id', '=', customerId)
  return (await query.limit(1).execute()).length > 0
}
