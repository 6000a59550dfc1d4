import { paginationOf, requestedPage } from '@patchbay/contract/base/pages'
import type {
  deleteAttachment,
  editAttachment,
  getAttachment,
  listAttachments,
  OwnerRef,
} from '@patchbay/contract/crm/attachments'
import type { listCustomerFiles, listOrderFiles, ShownAttachment } from '@patchbay/contract/crm/workspace/attachments'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { type KeyCaller, readerOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { fileLink, removeFile, type SaveOptions, saveFile } from '../../platform/files/service.ts'
import { visibleShops } from '../../platform/shops/rules.ts'
import { listShops } from '../../platform/shops/store.ts'
import { findOrderCustomer } from '../customers/service.ts'
import { findCustomer, listCustomerIds } from '../customers/store.ts'
import { findVisibleOrderId, listOrderIdsByExternalId } from '../orders/store.ts'
import { canChange, canSee, filenameFor } from './rules.ts'
import {
  type Attachment,
  type AttachmentFilter,
  deleteAttachmentRow,
  findAttachment,
  insertAttachment,
  listAttachmentIds,
  listAttachmentsById,
  lockAttachment,
  type OwnerKey,
  renameAttachment,
  replaceLinks,
} from './store.ts'
import { presentAttachment } from './view.ts'

/** Null: all shops. */
const shopIdsOf = async (trx: Db, { sites }: KeyCaller): Promise<number[] | null> =>
  sites === null ? null : visibleShops(await listShops(trx), sites).map(({ id }) => id)

/** Stores an uploaded file that nothing refers to yet. */
export const saveAttachment = async (
  deps: Deps,
  caller: KeyCaller,
  source: AsyncIterable<Buffer>,
  filename: string | undefined,
  options: SaveOptions,
): Promise<{ success: true; file: { id: number } }> => {
  const { id: fileId } = await saveFile(deps, caller, source, options)
  const row = { fileId, filename: filenameFor(filename, fileId) }
  const id = await inAccount(deps.db, caller.accountId, (trx) => insertAttachment(trx, row))
  return { success: true, file: { id } }
}

type Query = Parameters<Action<Deps, typeof listAttachments>>[2]['query']

const both = (one: number[] | undefined, other: number[] | undefined): number[] | undefined =>
  one && other ? one.filter((id) => other.includes(id)) : (one ?? other)

const idsOf = async (names: string[] | undefined, find: (name: string) => Promise<number[]>) =>
  names && (await Promise.all(names.map(find))).flat()

const filterFor = async (trx: Db, caller: KeyCaller, { filter = {} }: Query): Promise<AttachmentFilter> => {
  const shopIds = await shopIdsOf(trx, caller)
  const orders = await idsOf(filter.orderExternalIds, (name) => listOrderIdsByExternalId(trx, name))
  const customers = await idsOf(filter.customerExternalIds, (name) => listCustomerIds(trx, name))
  const [orderIds, customerIds] = [both(filter.orderIds, orders), both(filter.customerIds, customers)]
  return {
    ...(filter.ids && { ids: filter.ids }),
    ...(orderIds && { orderIds }),
    ...(customerIds && { customerIds }),
    ...(shopIds && { shopIds }),
  }
}

export const showAttachments: Action<Deps, typeof listAttachments> = async (deps, caller, { query }) => {
  const page = requestedPage(query)
  const { timezone } = await deps.accounts.account(caller.accountId)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const filter = await filterFor(trx, caller, query)
    const { ids, total } = await listAttachmentIds(trx, filter, page)
    const found = await listAttachmentsById(trx, ids)
    const files = found.map((one) => presentAttachment(one, filter.shopIds ?? null, timezone))
    return { success: true, pagination: paginationOf(page, total), files }
  })
}

const visibleTo = async (trx: Db, caller: KeyCaller, found: Attachment | undefined) => {
  const shopIds = await shopIdsOf(trx, caller)
  return found && canSee(found.owners, shopIds) ? { found, shopIds } : fail('not_found')
}

const changeableBy = async (trx: Db, caller: KeyCaller, id: number) => {
  const { found, shopIds } = await visibleTo(trx, caller, await lockAttachment(trx, id))
  return canChange(found.owners, shopIds) ? { found, shopIds } : fail('access_denied')
}

export const showAttachment: Action<Deps, typeof getAttachment> = async (deps, caller, { params }) => {
  const { timezone } = await deps.accounts.account(caller.accountId)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const { found, shopIds } = await visibleTo(trx, caller, await findAttachment(trx, params.id))
    return { success: true, file: presentAttachment(found, shopIds, timezone) }
  })
}

/** What a download needs: the name and type that we give it, and its bytes. */
export const openAttachment = async (deps: Deps, caller: KeyCaller, id: number): Promise<Attachment> =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const { found } = await visibleTo(trx, caller, await findAttachment(trx, id))
    return found
  })

const missing = (at: string): never => fail('entity_invalid', { fields: { [at]: 'does not exist' } })

const orderNamed = async (trx: Db, caller: KeyCaller, ref: OwnerRef, at: string): Promise<OwnerKey> => {
  const name = ref.id === undefined ? { externalId: ref.externalId ?? '' } : { id: ref.id }
  return { orderId: (await findVisibleOrderId(trx, caller, name, ref.site)) ?? missing(at) }
}

const customerNamed = async (trx: Db, caller: KeyCaller, ref: OwnerRef, at: string): Promise<OwnerKey> => {
  const customer = await findOrderCustomer(trx, readerOf(caller), ref, 0)
  return { customerId: customer?.id ?? missing(at) }
}

export const changeAttachment: Action<Deps, typeof editAttachment> = async (deps, caller, { params, body }) => {
  const { timezone } = await deps.accounts.account(caller.accountId)
  const { filename, attachment } = body.file
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const { found, shopIds } = await changeableBy(trx, caller, params.id)
    if (filename !== undefined) await renameAttachment(trx, found.id, filenameFor(filename, found.fileId))
    if (attachment) {
      const owners: OwnerKey[] = []
      for (const [place, { order, customer }] of attachment.entries()) {
        if (order) owners.push(await orderNamed(trx, caller, order, `attachment.${place}.order`))
        if (customer) owners.push(await customerNamed(trx, caller, customer, `attachment.${place}.customer`))
      }
      await replaceLinks(trx, found.id, owners)
    }
    const after = (await findAttachment(trx, found.id)) ?? fail('internal')
    return { success: true, file: presentAttachment(after, shopIds, timezone) }
  })
}

export const removeAttachment: Action<Deps, typeof deleteAttachment> = async (deps, caller, { params }) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const { found } = await changeableBy(trx, caller, params.id)
    await deleteAttachmentRow(trx, found.id)
    await removeFile(deps, trx, caller.accountId, found.fileId)
  })
  return { success: true }
}

const MOST_SHOWN = { limit: 100, page: 1 }

const showFilesOf = (deps: Deps, accountId: number, filterIn: (trx: Db) => Promise<AttachmentFilter>) =>
  inAccount(deps.db, accountId, async (trx) => {
    const { ids } = await listAttachmentIds(trx, await filterIn(trx), MOST_SHOWN)
    const files = (await listAttachmentsById(trx, ids)).map(
      ({ id, fileId, filename, size, createdAt }): ShownAttachment => ({
        ...{ id, filename, size, at: createdAt.toISOString(), path: fileLink(deps, accountId, fileId) },
      }),
    )
    return { success: true as const, files }
  })

export const showOrderFiles: Action<Deps, typeof listOrderFiles> = (deps, { accountId }, { params }) =>
  showFilesOf(deps, accountId, async () => ({ orderIds: [params.id] }))

/** The id of a merged customer leads to the one that was kept. */
export const showCustomerFiles: Action<Deps, typeof listCustomerFiles> = (deps, { accountId }, { params }) =>
  showFilesOf(deps, accountId, async (trx) => ({
    customerIds: [(await findCustomer(trx, params.id))?.id ?? params.id],
  }))
