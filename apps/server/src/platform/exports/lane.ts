import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { AppError } from '../../lib/errors.ts'
import { LeaseLost } from '../../lib/queue/lane-errors.ts'
import type { LaneHandler, LaneServer } from '../../lib/queue/lane-worker.ts'
import { withSpooledFile } from '../../lib/storage/spool.ts'
import { blobKey, keepBytes, putBytes } from '../files/service.ts'
import { callerFor, csvOf, openExportList, publishExport } from './service.ts'
import { findExport, type StoredExport, updateProgress, updateResult } from './store.ts'

/** No list of an account is as large. */
const MOST_EXPORT_BYTES = 10 * 1024 ** 3

/** An event per page would push older events out of the account's stream. */
const ROWS_PER_EVENT = 2_000

/** Thrown to stop: the export was deleted. */
class Stopped extends Error {}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text)
}

/** Writes the file from its beginning: after a crash nothing is left of an unfinished one. */
const write = async (deps: Deps, accountId: number, one: StoredExport, holds: () => boolean): Promise<void> => {
  const caller = await callerFor(deps, accountId, one.createdBy)
  if (!caller) throw new AppError('role_needed')
  const list = openExportList(deps, caller, one.list, one.columns)
  let announced = 0
  let count = 0
  const onPage = async (rows: number) => {
    count = rows
    if (!holds()) throw new LeaseLost()
    if (rows - announced < ROWS_PER_EVENT) return
    announced = rows
    if (!(await inAccount(deps.db, accountId, (trx) => updateProgress(trx, one.id, rows)))) throw new Stopped()
    await publishExport(deps, accountId, one.id, one.createdBy)
  }
  const { columns, separator } = one
  const texts = csvOf(list, deps, caller, { query: list.readQuery(one.query), columns, separator }, onPage)
  await withSpooledFile(deps.storage.spoolFolder, bytesOf(texts), MOST_EXPORT_BYTES, async (file) => {
    if (!file) throw new AppError('internal')
    const fileBytes = file.size
    const fileId = await putBytes(deps, accountId, file)
    const result = { status: 'done', rows: count, fileId, fileBytes } as const
    const isThere = await inAccount(deps.db, accountId, async (trx) => {
      const isUpdated = await updateResult(trx, one.id, result)
      if (isUpdated) await keepBytes(trx, fileId)
      return isUpdated
    })
    if (!isThere) await deps.storage.delete(blobKey(accountId, fileId))
  })
}

const failExport = async (deps: Deps, accountId: number, id: number, userId: number): Promise<void> => {
  await inAccount(deps.db, accountId, (trx) => updateResult(trx, id, { status: 'failed' }))
  await publishExport(deps, accountId, id, userId)
}

const serve =
  (deps: Deps): LaneHandler =>
  async ({ accountId, key, holds }) => {
    const one = await inAccount(deps.db, accountId, (trx) => findExport(trx, Number(key)))
    if (one?.status !== 'running') return 'done'
    try {
      await write(deps, accountId, one, holds)
      await publishExport(deps, accountId, one.id, one.createdBy)
    } catch (error) {
      if (error instanceof Stopped) return 'done'
      // The user lost the permission, or the filter is not valid any more.
      if (!(error instanceof AppError) || error.status >= 500) throw error
      await failExport(deps, accountId, one.id, one.createdBy)
    }
    return 'done'
  }

export const serveExports = (deps: Deps): LaneServer => ({
  serve: serve(deps),
  onGivenUp: async ({ accountId, key }) => {
    const one = await inAccount(deps.db, accountId, (trx) => findExport(trx, Number(key)))
    if (one) await failExport(deps, accountId, one.id, one.createdBy)
  },
})
