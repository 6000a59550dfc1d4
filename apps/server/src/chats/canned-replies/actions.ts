import type {
  createCannedReply,
  deleteCannedReply,
  editCannedReply,
  listCannedReplies,
} from '@patchbay/contract/chats/workspace/canned-replies'
import type { ActionCode } from '@patchbay/contract/platform/workspace/action-log'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { isUnique } from '../../lib/db/pg-errors.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { UserCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { listFiles } from '../../platform/files/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { mayEdit, shortcutKey } from './rules.ts'
import {
  type CannedReplyContent,
  deleteReply,
  insertReply,
  listReplies,
  lockReply,
  type StoredReply,
  updateReply,
} from './store.ts'

export const showCannedReplies: Action<Deps, typeof listCannedReplies> = async (deps, caller) => {
  const replies = await inAccount(deps.db, caller.accountId, (trx) => listReplies(trx, caller.userId))
  return {
    success: true,
    replies: replies
      .toSorted((one, other) => one.title.localeCompare(other.title))
      .map(({ ownerId, ...reply }) => ({ ...reply, shared: ownerId === null, editable: mayEdit(caller, { ownerId }) })),
  }
}

const isShortcutTaken = (error: unknown): boolean => isUnique(error, 'canned_reply_shortcut')

/** In a transaction of the account; a shortcut that is taken is an error of its own. */
const change = <T>(deps: Deps, { accountId }: UserCaller, work: (trx: Db) => Promise<T>): Promise<T> =>
  inAccount(deps.db, accountId, work).catch((error: unknown) =>
    isShortcutTaken(error) ? fail('shortcut_taken') : Promise.reject(error),
  )

const checkFiles = async (trx: Db, items: CannedReplyContent['items']): Promise<void> => {
  const ids = [...new Set(items.map(({ id }) => id))]
  if (ids.length > 0 && (await listFiles(trx, ids)).length < ids.length) fail('file_unknown')
}

/** Those of others do not exist for the caller. */
const lockEditable = async (trx: Db, caller: UserCaller, id: number): Promise<StoredReply> => {
  const reply = await lockReply(trx, id)
  if (!reply || (reply.ownerId !== null && reply.ownerId !== caller.userId)) return fail('not_found')
  return mayEdit(caller, reply) ? reply : fail('role_needed')
}

/** Personal ones concern nobody else. */
const logShared = async (trx: Db, { userId }: UserCaller, action: ActionCode, reply: Omit<StoredReply, 'items'>) => {
  if (reply.ownerId !== null) return
  const { id, shortcut, title } = reply
  const actor = await getUserName(trx, userId)
  await insertAction(trx, { recordType: 'Chats', actor, action, subject: title, detail: { reply: id, shortcut } })
}

const contentOf = ({ title, shortcut, text, items }: CannedReplyContent): CannedReplyContent => ({
  title,
  shortcut: shortcutKey(shortcut),
  text,
  items,
})

export const addCannedReply: Action<Deps, typeof createCannedReply> = async (deps, caller, { body }) => {
  const ownerId = body.shared ? null : caller.userId
  if (!mayEdit(caller, { ownerId })) fail('role_needed')
  const content = contentOf(body)
  const id = await change(deps, caller, async (trx) => {
    await checkFiles(trx, content.items)
    const created = await insertReply(trx, content, ownerId)
    await logShared(trx, caller, 'canned-reply.created', { ...content, id: created, ownerId })
    return created
  })
  return { success: true, id }
}

export const changeCannedReply: Action<Deps, typeof editCannedReply> = async (deps, caller, { params, body }) => {
  const content = contentOf(body)
  await change(deps, caller, async (trx) => {
    const { id, ownerId } = await lockEditable(trx, caller, params.id)
    await checkFiles(trx, content.items)
    await updateReply(trx, id, content)
    await logShared(trx, caller, 'canned-reply.changed', { ...content, id, ownerId })
  })
  return { success: true }
}

export const removeCannedReply: Action<Deps, typeof deleteCannedReply> = async (deps, caller, { params }) => {
  await change(deps, caller, async (trx) => {
    const reply = await lockEditable(trx, caller, params.id)
    await deleteReply(trx, reply.id)
    await logShared(trx, caller, 'canned-reply.deleted', reply)
  })
  return { success: true }
}
