import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { MOST_BYTES } from '@patchbay/contract/base/constants'
import type { getFile, UploadedFile, uploadFileByUrl } from '@patchbay/contract/platform/files'
import type { getWorkspaceFile } from '@patchbay/contract/platform/workspace/files'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { TransportCaller, UserCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { type SpooledFile, withSpooledFile } from '../../lib/storage/spool.ts'
import { sendAndLog } from '../modules/client.ts'
import { kindOf, whyRefused } from './rules.ts'
import { detectMimeType, dimensionsOf } from './service.ts'
import { type FileFacts, findFile, findFileOfModule, insertFile } from './store.ts'

const LINK_SECONDS = 86_400
const FETCH_MS = 12_000

const blobKey = (accountId: number, id: string): string => `${accountId}/${id.toLowerCase()}`

type Sender = TransportCaller | UserCaller

/** D-61: checks the file, stores it, then inserts the row. */
const saveSpooled = async (
  deps: Deps,
  caller: Sender,
  file: SpooledFile,
  sourceUrl: string | undefined,
): Promise<UploadedFile> => {
  const { path, size, sha256 } = file
  const mimeType = await detectMimeType(path)
  const reason = whyRefused(size, mimeType)
  if (reason !== undefined || mimeType === undefined) return fail('file_refused', { values: { reason: reason ?? '' } })
  const kind = kindOf(mimeType)
  const dimensions = kind === 'image' ? await dimensionsOf(path) : undefined
  const [width, height] = [dimensions?.width ?? null, dimensions?.height ?? null]
  const facts: FileFacts = { id: crypto.randomUUID(), kind, mimeType, size, width, height }
  await deps.storage.put(blobKey(caller.accountId, facts.id), file)
  const by = caller.by === 'session' ? { userId: caller.userId } : { moduleId: caller.moduleId }
  const at = await inAccount(deps.db, caller.accountId, (trx) => insertFile(trx, { ...facts, sha256, sourceUrl, by }))
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

type SaveOptions = {
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

/** D-61: fetched through the egress guard, like every URL that a caller supplies. */
export const saveFileFromUrl: Action<Deps, typeof uploadFileByUrl> = async (deps, caller, { body }) => {
  const request = { method: 'GET', url: body.url, totalMs: FETCH_MS, maxBytes: MOST_BYTES, redirects: 3 } as const
  const logged = { moduleCode: caller.moduleCode, purpose: { code: 'file' } } as const
  const answer = await sendAndLog(deps, caller.accountId, { ...request, binary: true }, logged)
  const refuse = (reason: string) => fail('file_refused', { values: { reason } })
  if (!answer.ok && answer.kind === 'refused')
    return fail('url_refused', { values: { url: body.url, reason: answer.reason } })
  if (!answer.ok) return refuse(`its address does not answer: ${answer.reason}`)
  if (answer.status !== 200) return refuse(`its address answered ${answer.status}`)
  if (answer.truncated) return refuse(`it is larger than ${MOST_BYTES} bytes`)
  return saveFile(deps, caller, Readable.from([answer.bytes ?? Buffer.alloc(0)]), { sourceUrl: body.url })
}

const signLink = (deps: Deps, accountId: number, id: string, expires: number): string =>
  createHmac('sha256', deps.config.secretKey).update(`file/${accountId}/${id}/${expires}`).digest('base64url')

/** A signed link that messengers fetch without a token: one file of one account, for a day. */
const linkTo = (deps: Deps, accountId: number, id: string): string => {
  const expires = Math.floor(deps.now().getTime() / 1000) + LINK_SECONDS
  return `/files/${id}?expires=${expires}&signature=${signLink(deps, accountId, id, expires)}`
}

export const showFile: Action<Deps, typeof getFile> = async (deps, caller, { params }) => {
  const { accountId, moduleId } = caller
  const found = await inAccount(deps.db, accountId, (trx) => findFileOfModule(trx, params.id, moduleId))
  const file = found ?? fail('file_unknown')
  const { publicUrl } = await deps.accounts.account(caller.accountId)
  const url = `${publicUrl.replace(/\/+$/, '')}${linkTo(deps, caller.accountId, file.id)}`
  return { id: file.id, type: file.kind, size: file.size, mime_type: file.mimeType, Url: url, url }
}

export const showToUser: Action<Deps, typeof getWorkspaceFile> = async (deps, caller, { params }) => {
  const file = (await inAccount(deps.db, caller.accountId, (trx) => findFile(trx, params.id))) ?? fail('file_unknown')
  const path = linkTo(deps, caller.accountId, file.id)
  return { success: true, path, type: file.kind, mimeType: file.mimeType, size: file.size }
}

export type Link = { id: string; expires: number; signature: string }

/** The file of a link whose signature is valid and not expired. */
export const openLink = async (
  deps: Deps,
  accountId: number,
  { id, expires, signature }: Link,
): Promise<{ file: FileFacts; bytes: Buffer }> => {
  const expected = Buffer.from(signLink(deps, accountId, id, expires))
  const given = Buffer.from(signature)
  const isValid = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isValid || expires * 1000 < deps.now().getTime()) return fail('not_found')
  const file = (await inAccount(deps.db, accountId, (trx) => findFile(trx, id))) ?? fail('not_found')
  const bytes = (await deps.storage.get(blobKey(accountId, id))) ?? fail('not_found')
  return { file, bytes }
}
