import { type ImportKind, MATCH_FIELDS, MOST_IMPORT_BYTES } from '@patchbay/contract/crm/import-constants'
import type {
  checkImport,
  commandImport,
  getImport,
  Import,
  listImports as listEndpoint,
  listImportRows,
  previewImport,
} from '@patchbay/contract/crm/workspace/imports'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf, type UserCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { type SpooledFile, withSpooledFile } from '../../lib/storage/spool.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { blobKey, keepBytes, putBytes } from '../../platform/files/service.ts'
import { listShops } from '../../platform/shops/store.ts'
import { guessMapping, headingKey } from './heading-rules.ts'
import { type Format, readPreview } from './reading-service.ts'
import { listRowsByResult } from './row-store.ts'
import { canCheck, decideCommand, laneOf, NO_COUNTS, whyMappingRefused } from './rules.ts'
import { publishImport } from './service.ts'
import {
  findImport,
  insertImport,
  listHeadings,
  listImports,
  lockImport,
  type StoredImport,
  saveHeadings,
  updateImport,
} from './store.ts'
import { presentImport, presentRow } from './view.ts'

const MOST_LISTED = 50
const ROWS_PER_PAGE = 50

const refuseFile = (reason: string): never => fail('file_refused', { values: { reason } })

const headingsAndMapping = async (deps: Deps, accountId: number, kind: ImportKind, headings: string[]) => {
  const saved = await inAccount(deps.db, accountId, (trx) => listHeadings(trx, kind))
  return guessMapping(headings, kind, saved)
}

const saveSpooled = async (
  deps: Deps,
  caller: UserCaller,
  { kind, name }: { kind: ImportKind; name: string },
  file: SpooledFile,
): Promise<number> => {
  const { accountId, userId } = caller
  if (file.size === 0) return refuseFile('it is empty')
  const fileBytes = file.size
  const fileId = await putBytes(deps, accountId, file)
  const start = (await readPreview(deps, blobKey(accountId, fileId), {})) ?? fail('internal')
  const { encoding, separator, headings } = start
  const mapping = await headingsAndMapping(deps, accountId, kind, headings)
  const matchBy = MATCH_FIELDS[kind].find((field) => mapping.includes(field)) ?? MATCH_FIELDS[kind][0]
  const created = { kind, fileId, fileName: name, fileBytes, encoding, separator, headings, mapping, matchBy }
  return inAccount(deps.db, accountId, async (trx) => {
    await keepBytes(trx, fileId)
    return insertImport(trx, { ...created, onMatch: 'skip', createdBy: userId })
  })
}

/** Receives a CSV file without holding it in memory, and guesses how it is written and what its columns hold. */
export const uploadImport = async (
  deps: Deps,
  caller: UserCaller,
  upload: { kind: ImportKind; name: string },
  source: AsyncIterable<Buffer>,
): Promise<{ success: true; import: Import }> => {
  const id = await withSpooledFile(deps.storage.spoolFolder, source, MOST_IMPORT_BYTES, async (file) =>
    file ? saveSpooled(deps, caller, upload, file) : refuseFile(`it is larger than ${MOST_IMPORT_BYTES} bytes`),
  )
  await publishImport(deps, caller.accountId, id)
  return { success: true, import: await present(deps, caller.accountId, id) }
}

const present = async (deps: Deps, accountId: number, id: number): Promise<Import> =>
  presentImport((await inAccount(deps.db, accountId, (trx) => findImport(trx, id))) ?? fail('not_found'))

export const showImports: Action<Deps, typeof listEndpoint> = async (deps, { accountId }) => ({
  success: true,
  imports: (await inAccount(deps.db, accountId, (trx) => listImports(trx, MOST_LISTED))).map(presentImport),
})

export const showImport: Action<Deps, typeof getImport> = async (deps, { accountId }, { params }) => ({
  success: true,
  import: await present(deps, accountId, params.id),
})

export const preview: Action<Deps, typeof previewImport> = async (deps, { accountId }, { params, query }) => {
  const one = (await inAccount(deps.db, accountId, (trx) => findImport(trx, params.id))) ?? fail('not_found')
  const isAsStored = query.encoding === undefined && query.separator === undefined
  const stored: Format = isAsStored ? { encoding: one.encoding, separator: one.separator } : {}
  const start = await readPreview(deps, blobKey(accountId, one.fileId), { ...stored, ...query })
  if (!start) return fail('file_unknown')
  const { encoding, separator, headings, rows } = start
  const isSame = JSON.stringify(headings) === JSON.stringify(one.headings)
  const mapping = isSame ? one.mapping : await headingsAndMapping(deps, accountId, one.kind, headings)
  return { success: true, encoding, separator, headings, rows, mapping }
}

const refuseState = ({ status }: StoredImport): never => fail('import_state', { values: { status } })

export const check: Action<Deps, typeof checkImport> = async (deps, { accountId }, { params, body }) => {
  const { encoding, separator, mapping, matchBy, onMatch, shop } = body
  const found = (await inAccount(deps.db, accountId, (trx) => findImport(trx, params.id))) ?? fail('not_found')
  const start = await readPreview(deps, blobKey(accountId, found.fileId), { encoding, separator })
  const headings = (start ?? fail('not_found')).headings
  const wrong = whyMappingRefused(found.kind, mapping, matchBy, onMatch)
  if (wrong) return fail('entity_invalid', { fields: wrong })
  await inAccount(deps.db, accountId, async (trx) => {
    const one = (await lockImport(trx, params.id)) ?? fail('not_found')
    if (!canCheck(one)) return refuseState(one)
    if (shop !== undefined && !(await listShops(trx)).some(({ code }) => code === shop))
      return fail('entity_invalid', { fields: { shop: 'there is no such shop' } })
    const options = { encoding, separator, mapping, matchBy, onMatch, shop: shop ?? null, headings }
    const start = { status: 'reading', position: 0, rowCount: 0, counts: NO_COUNTS, problem: null } as const
    await updateImport(trx, one.id, { ...options, ...start })
    const named = headings.map((heading, place) => [headingKey(heading), mapping[place] ?? null] as const)
    await saveHeadings(trx, one.kind, new Map(named.filter(([heading]) => heading !== '')))
    return deps.lanes.enqueue(trx, laneOf(one.id), 'at once')
  })
  await deps.lanes.notifyWorkers()
  await publishImport(deps, accountId, params.id)
  return { success: true, import: await present(deps, accountId, params.id) }
}

const LOGGED = { start: 'import.started', cancel: 'import.canceled', undo: 'import.undone' } as const

export const command: Action<Deps, typeof commandImport> = async (deps, caller, { params, body }) => {
  const { accountId } = caller
  const now = deps.now()
  await inAccount(deps.db, accountId, async (trx) => {
    const one = (await lockImport(trx, params.id)) ?? fail('not_found')
    const next = decideCommand(one, body.command, { finishedAt: one.finishedAt, now }) ?? refuseState(one)
    const isCanceled = next.status === 'canceled'
    const restart = body.command === 'start' && { position: 0, counts: one.counts }
    await updateImport(trx, one.id, { ...next, ...restart, ...(isCanceled && { finishedAt: now }) })
    if (body.command in LOGGED) {
      const action = LOGGED[body.command as keyof typeof LOGGED]
      const detail = { kind: one.kind, rows: one.rowCount, file: one.fileName }
      await insertAction(trx, {
        ...{ recordType: 'Import and export', actor: actorOf(caller), action, subject: one.fileName, detail },
      })
    }
    await deps.lanes.enqueue(trx, laneOf(one.id), 'at once')
  })
  await deps.lanes.notifyWorkers()
  await publishImport(deps, accountId, params.id)
  return { success: true, import: await present(deps, accountId, params.id) }
}

export const showImportRows: Action<Deps, typeof listImportRows> = async (deps, { accountId }, { params, query }) => {
  const rows = await inAccount(deps.db, accountId, async (trx) => {
    if (!(await findImport(trx, params.id))) return fail('not_found')
    return listRowsByResult(trx, params.id, query.result, query.after ?? 0, ROWS_PER_PAGE)
  })
  const last = rows.length === ROWS_PER_PAGE ? rows.at(-1) : undefined
  return { success: true, rows: rows.map(presentRow), ...(last && { next: last.row }) }
}
