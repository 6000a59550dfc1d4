import { Readable } from 'node:stream'
import type {
  createExport as createEndpoint,
  deleteExport as deleteEndpoint,
  listExports as listEndpoint,
} from '@patchbay/contract/platform/workspace/exports'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf, type UserCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../action-log/store.ts'
import { blobKey } from '../files/service.ts'
import { expiresAt, laneOf, MOST_STREAMED } from './rules.ts'
import { csvOf, type ExportList, openExportList } from './service.ts'
import { deleteExport, findExport, insertExport, listExports, type StoredExport } from './store.ts'
import { presentExport } from './view.ts'

const MOST_LISTED = 50

/** Reads the list until it is known whether it is small. */
const countRows = async (
  list: ExportList,
  deps: Deps,
  caller: UserCaller,
  query: Record<string, unknown>,
): Promise<number> => {
  let count = 0
  for await (const rows of list.pages(deps, caller, query, [])) {
    count += rows.length
    if (count > MOST_STREAMED) break
  }
  return count
}

export const createExport: Action<Deps, typeof createEndpoint> = async (deps, caller, { body }) => {
  const list = openExportList(deps, caller, body.list, body.columns)
  const query = list.readQuery(body.query)
  const rows = await countRows(list, deps, caller, query)
  const isSmall = rows <= MOST_STREAMED
  const createdAt = deps.now()
  const { accountId, userId } = caller
  const created = await inAccount(deps.db, accountId, async (trx) => {
    const { columns, separator } = body
    const one = await insertExport(trx, {
      ...{ list: body.list, query: body.query, columns, separator, status: isSmall ? 'ready' : 'running' },
      ...{ rows: isSmall ? rows : 0, createdBy: userId, createdAt, expiresAt: expiresAt(createdAt) },
    })
    await insertAction(trx, {
      ...{ recordType: 'Import and export', actor: actorOf(caller), action: 'list.exported', subject: body.list },
      detail: { list: body.list, filter: body.query, columns: columns.map(({ code }) => code) },
    })
    if (!isSmall) await deps.lanes.enqueue(trx, laneOf(one.id))
    return one
  })
  if (!isSmall) await deps.lanes.notifyWorkers()
  return { success: true, export: presentExport(created) }
}

export const showExports: Action<Deps, typeof listEndpoint> = async (deps, { accountId, userId }) => ({
  success: true,
  exports: (await inAccount(deps.db, accountId, (trx) => listExports(trx, userId, deps.now(), MOST_LISTED))).map(
    presentExport,
  ),
})

const findOwn = async (deps: Deps, { accountId, userId }: UserCaller, id: number): Promise<StoredExport> => {
  const one = await inAccount(deps.db, accountId, (trx) => findExport(trx, id))
  return one && one.createdBy === userId && one.expiresAt > deps.now() ? one : fail('not_found')
}

export const removeExport: Action<Deps, typeof deleteEndpoint> = async (deps, caller, { params }) => {
  const { id, fileId } = await findOwn(deps, caller, params.id)
  await inAccount(deps.db, caller.accountId, (trx) => deleteExport(trx, id))
  if (fileId !== null) await deps.storage.delete(blobKey(caller.accountId, fileId))
  return { success: true }
}

export type Download = { name: string; bytes?: number; body: Readable }

/** The file of a big export, or the rows of a small one as they are now. The permission to read the list is checked again. */
export const openExport = async (deps: Deps, caller: UserCaller, id: number): Promise<Download> => {
  const one = await findOwn(deps, caller, id)
  const list = openExportList(deps, caller, one.list, one.columns)
  const name = `${one.list}-${one.createdAt.toISOString().slice(0, 10)}.csv`
  if (one.status === 'ready') {
    const { columns, separator } = one
    const rows = csvOf(list, deps, caller, { query: list.readQuery(one.query), columns, separator })
    return { name, body: Readable.from(rows, { objectMode: false }) }
  }
  const body = one.fileId === null ? undefined : await deps.storage.open(blobKey(caller.accountId, one.fileId))
  if (!body) return fail('not_found')
  return { name, body, ...(one.fileBytes !== null && { bytes: one.fileBytes }) }
}
