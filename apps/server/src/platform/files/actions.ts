import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { MOST_BYTES } from '@patchbay/contract/base/constants'
import type { getFile, UploadedFile, uploadFileByUrl } from '@patchbay/contract/platform/files'
import type { getWorkspaceFile } from '@patchbay/contract/platform/workspace/files'
import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { TransportCaller, UserCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { sendAndLog } from '../modules/client.ts'
import { kindOf, mimeTypeOf, whyRefused } from './rules.ts'
import { type FileFacts, findFile, insertFile } from './store.ts'

const LINK_SECONDS = 86_400
const FETCH_MS = 12_000

const asText = (bytes: Buffer): string | undefined => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\u0000') ? undefined : text
  } catch {
    return undefined
  }
}

const dimensionsOf = (bytes: Buffer): { width: number; height: number } | undefined => {
  try {
    return imageSize(bytes)
  } catch {
    return undefined
  }
}

const blobKey = (accountId: number, id: string): string => `${accountId}/${id.toLowerCase()}`

/** Judges the bytes, keeps them, and then writes down that they are there. */
export const saveFile = async (
  deps: Deps,
  caller: TransportCaller | UserCaller,
  bytes: Buffer,
  sourceUrl?: string,
): Promise<UploadedFile> => {
  if (bytes.length > MOST_BYTES)
    return fail('file_refused', { values: { reason: `it is larger than ${MOST_BYTES} bytes` } })
  const detected = await fileTypeFromBuffer(bytes)
  const mimeType = mimeTypeOf(detected?.mime, detected ? undefined : asText(bytes))
  const reason = whyRefused(bytes.length, mimeType)
  if (reason !== undefined || mimeType === undefined) return fail('file_refused', { values: { reason: reason ?? '' } })
  const kind = kindOf(mimeType)
  const dimensions = kind === 'image' ? dimensionsOf(bytes) : undefined
  const [width, height] = [dimensions?.width ?? null, dimensions?.height ?? null]
  const facts: FileFacts = { id: crypto.randomUUID(), kind, mimeType, size: bytes.length, width, height }
  const sha256 = createHash('sha256').update(bytes).digest()
  await deps.storage.put(blobKey(caller.accountId, facts.id), bytes)
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

/** D-61: fetched through the guarded door, like every address that somebody names. */
export const saveFileFromUrl: Action<Deps, typeof uploadFileByUrl> = async (deps, caller, { body }) => {
  const answer = await sendAndLog(deps, caller.accountId, caller.moduleCode, {
    method: 'GET',
    url: body.url,
    totalMs: FETCH_MS,
    maxBytes: MOST_BYTES,
    redirects: 3,
    binary: true,
  })
  const refuse = (reason: string) => fail('file_refused', { values: { reason } })
  if (!answer.ok && answer.kind === 'refused')
    return fail('url_refused', { values: { url: body.url, reason: answer.reason } })
  if (!answer.ok) return refuse(`its address does not answer: ${answer.reason}`)
  if (answer.status !== 200) return refuse(`its address answered ${answer.status}`)
  if (answer.truncated) return refuse(`it is larger than ${MOST_BYTES} bytes`)
  return saveFile(deps, caller, answer.bytes ?? Buffer.alloc(0), body.url)
}

const seal = (deps: Deps, accountId: number, id: string, expires: number): string =>
  createHmac('sha256', deps.config.secretKey).update(`file/${accountId}/${id}/${expires}`).digest('base64url')

/** A link that needs no token: messengers fetch from it. It names one file of one account, for a day. */
const linkTo = (deps: Deps, accountId: number, id: string): string => {
  const expires = Math.floor(deps.now().getTime() / 1000) + LINK_SECONDS
  return `/files/${id}?expires=${expires}&signature=${seal(deps, accountId, id, expires)}`
}

export const showFile: Action<Deps, typeof getFile> = async (deps, caller, { params }) => {
  const file = (await inAccount(deps.db, caller.accountId, (trx) => findFile(trx, params.id))) ?? fail('file_unknown')
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

/** The bytes behind a link, if it is good. */
export const openLink = async (
  deps: Deps,
  accountId: number,
  { id, expires, signature }: Link,
): Promise<{ file: FileFacts; bytes: Buffer }> => {
  const expected = Buffer.from(seal(deps, accountId, id, expires))
  const given = Buffer.from(signature)
  const isGood = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isGood || expires * 1000 < deps.now().getTime()) return fail('not_found')
  const file = (await inAccount(deps.db, accountId, (trx) => findFile(trx, id))) ?? fail('not_found')
  const bytes = (await deps.storage.get(blobKey(accountId, id))) ?? fail('not_found')
  return { file, bytes }
}
