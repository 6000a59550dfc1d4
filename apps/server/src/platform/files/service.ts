import { createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { MOST_BYTES } from '@patchbay/contract/base/constants'
import type { UploadedFile } from '@patchbay/contract/platform/files'
import { fileTypeFromFile } from 'file-type'
import { imageSizeFromFile } from 'image-size/fromFile'
import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller, TransportCaller, UserCaller } from '../../lib/http-in/callers.ts'
import { defineJob } from '../../lib/queue/jobs.ts'
import { type SpooledFile, withSpooledFile } from '../../lib/storage/spool.ts'
import { kindOf, mimeTypeOf, whyRefused } from './rules.ts'
import { deleteFile, deleteUpload, type FileFacts, insertFile, insertUpload, type NewFile, sumFiles } from './store.ts'

const START = 1_000

/** The beginning of a text file; undefined when any of its bytes is not text. */
const startOfText = async (path: string): Promise<string | undefined> => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let start = ''
  try {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk as Buffer, { stream: true })
      if (text.includes('\u0000')) return undefined
      if (start.length < START) start += text.slice(0, START)
    }
    decoder.decode()
    return start
  } catch {
    return undefined
  }
}

const detectMimeType = async (path: string): Promise<string | undefined> => {
  const detected = await fileTypeFromFile(path)
  return mimeTypeOf(detected?.mime, detected ? undefined : await startOfText(path))
}

const dimensionsOf = (path: string): Promise<{ width: number; height: number } | undefined> =>
  imageSizeFromFile(path).catch(() => undefined)

const LINK_SECONDS = 86_400

/** The key of the bytes in the storage, of files, exports and imports. */
export const blobKey = (accountId: number, id: string): string => `${accountId}/${id.toLowerCase()}`

/** Stores bytes under a new id. Until `keepBytes` they are those of an upload that may never be completed (D-147). */
export const putBytes = async (
  deps: Deps,
  accountId: number,
  file: Pick<SpooledFile, 'path' | 'size'>,
): Promise<string> => {
  const id = crypto.randomUUID()
  await inAccount(deps.db, accountId, (trx) => insertUpload(trx, id))
  await deps.storage.put(blobKey(accountId, id), file)
  return id
}

/** In the transaction that inserts what refers to the bytes: from then on that row says how long they are kept. */
export const keepBytes = async (trx: Db, id: string): Promise<void> => {
  if (!(await deleteUpload(trx, id))) throw new Error('the upload took so long that its bytes were deleted')
}

type Sender = KeyCaller | TransportCaller | UserCaller

/** A file of an API key is nobody's: it is attached to orders and customers. */
const authorOf = (caller: Sender): NewFile['by'] => {
  if (caller.by === 'session') return { userId: caller.userId }
  return caller.by === 'transport-token' ? { moduleId: caller.moduleId } : {}
}

/** D-158: uploads at the same moment may all find room. */
const whyTooMany = async (deps: Deps, accountId: number, size: number): Promise<string | undefined> => {
  const most = (await deps.accounts.account(accountId)).quotas['files-mb']
  if (most === undefined) return undefined
  const stored = await inAccount(deps.db, accountId, sumFiles)
  return stored + size > most * 1_000_000
    ? `the account may keep ${most} MB of files, and has no room for it`
    : undefined
}

/** D-61: checks the file, stores it, then inserts the row. */
const saveSpooled = async (
  deps: Deps,
  caller: Sender,
  file: SpooledFile,
  sourceUrl: string | undefined,
): Promise<UploadedFile> => {
  const { path, size, sha256 } = file
  const mimeType = await detectMimeType(path)
  const reason = whyRefused(size, mimeType) ?? (await whyTooMany(deps, caller.accountId, size))
  if (reason !== undefined || mimeType === undefined) return fail('file_refused', { values: { reason: reason ?? '' } })
  const kind = kindOf(mimeType)
  const dimensions = kind === 'image' ? await dimensionsOf(path) : undefined
  const [width, height] = [dimensions?.width ?? null, dimensions?.height ?? null]
  const id = await putBytes(deps, caller.accountId, file)
  const facts: FileFacts = { id, kind, mimeType, size, width, height }
  const by = authorOf(caller)
  const at = await inAccount(deps.db, caller.accountId, async (trx) => {
    await keepBytes(trx, id)
    return insertFile(trx, { ...facts, sha256, sourceUrl, by })
  })
  return {
    id: facts.id,
    type: kind,
    size: facts.size,
    mime_type: mimeType,
    hash: sha256.toString('hex'),
    meta: dimensions ? { width: dimensions.width, height: dimensions.height } : {},
    ...(sourceUrl !== undefined && { source_url: sourceUrl }),
    created_at: at.toISOString(),
  }
}

export type SaveOptions = {
  sourceUrl?: string
  /** Called when the file has been received and its digest is known. */
  once?: (digest: Buffer, save: () => Promise<UploadedFile>) => Promise<UploadedFile>
}

/** D-61: receives a file without holding it in memory. */
export const saveFile = (
  deps: Deps,
  caller: Sender,
  source: AsyncIterable<Buffer>,
  { sourceUrl, once = (_digest, save) => save() }: SaveOptions = {},
): Promise<UploadedFile> =>
  withSpooledFile(deps.storage.spoolFolder, source, MOST_BYTES, async (file) =>
    file
      ? once(file.sha256, () => saveSpooled(deps, caller, file, sourceUrl))
      : fail('file_refused', { values: { reason: `it is larger than ${MOST_BYTES} bytes` } }),
  )

export const signLink = (deps: Deps, accountId: number, id: string, expires: number): string =>
  createHmac('sha256', deps.config.secretKey).update(`file/${accountId}/${id}/${expires}`).digest('base64url')

/** A signed link that messengers fetch without a token: one file of one account, for a day. */
export const fileLink = (deps: Deps, accountId: number, id: string): string => {
  const expires = Math.floor(deps.now().getTime() / 1000) + LINK_SECONDS
  return `/files/${id}?expires=${expires}&signature=${signLink(deps, accountId, id, expires)}`
}

/** The row goes first. This job is enqueued with it, so that a crash leaves no bytes behind without one. */
export const REMOVE_BYTES = defineJob({
  name: 'files.remove-bytes',
  payload: Type.Object({ accountId: Type.Integer(), ids: Type.Array(Type.String()) }),
})

export const removeFile = async (deps: Deps, trx: Db, accountId: number, id: string): Promise<void> => {
  await deleteFile(trx, id)
  await deps.jobs.send(trx, REMOVE_BYTES, { accountId, ids: [id] })
}

export const readBytes = (deps: Deps, accountId: number, id: string): Promise<Buffer | undefined> =>
  deps.storage.get(blobKey(accountId, id))
