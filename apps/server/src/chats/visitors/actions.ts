import type { getVisitor } from '@patchbay/contract/chats/workspace/visitors'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { getChannel } from '../channels/store.ts'
import { findChat } from '../conversations/store.ts'
import { askAboutVisitor } from './client.ts'
import { visitorOf } from './rules.ts'

/** D-115: asked when a manager opens the conversation. No transaction is open while the transport is asked. */
export const showVisitor: Action<Deps, typeof getVisitor> = async (deps, caller, { params }) => {
  const { chat, module } = await inAccount(deps.db, caller.accountId, async (trx) => {
    const found = (await findChat(trx, params.id)) ?? fail('not_found')
    const { moduleId } = await getChannel(trx, found.channelId)
    return { chat: found, module: (await findModuleById(trx, moduleId)) ?? fail('not_found') }
  })
  const ask = (action: 'online' | 'visits') => askAboutVisitor(deps, module, action, chat.externalUserId)
  const [online, visits] = await Promise.all([ask('online'), ask('visits')])
  return { success: true, visitor: visitorOf(online, visits) }
}
