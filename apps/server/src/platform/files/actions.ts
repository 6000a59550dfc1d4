import { timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { MOST_BYTES } from '@patchbay/contract/base/constants'
import type { getFile, uploadFileByUrl } from '@patchbay/contract/platform/files'
import type { getWorkspaceFile } from '@patchbay/contract/platform/workspace/files'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { sendAndLog } from '../modules/client.ts'
import { blobKey, fileLink, saveFile, signLink } from './service.ts'
import { type FileFacts, findFile, findFileOfModule } from './store.ts'

const FETCH_MS = 12_000

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

export const showFile: Action<Deps, typeof getFile> = async (deps, caller, { params }) => {
  const { accountId, moduleId } = caller
  const found = await inAccount(deps.db, accountId, (trx) => findFileOfModule(trx, params.id, moduleId))
  const file = found ?? fail('file_unknown')
  const { publicUrl } = await deps.accounts.account(caller.accountId)
  const url = `${publicUrl.replace(/\/+$/, '')}${fileLink(deps, caller.accountId, file.id)}`
  return { id: file.id, type: file.kind, size: file.size, mime_type: file.mimeType, Url: url, url }
}

export const showToUser: Action<Deps, typeof getWorkspaceFile> = async (deps, caller, { params }) => {
  const file = (await inAccount(deps.db, caller.accountId, (trx) => findFile(trx, params.id))) ?? fail('file_unknown')
  const path = fileLink(deps, caller.accountId, file.id)
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
