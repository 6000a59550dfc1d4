import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { type Chat, nextSequence } from '../conversations/store.ts'
import { WEBHOOK_LANE, type WebhookEvent, webhookBody } from './rules.ts'
import { insertWebhook, listPendingChatIds } from './store.ts'

/**
 * D-69: saves the webhook in the transaction of the change (a transactional outbox): it is sent if and only if that
 * commits. The chat is locked, so its webhooks have one order.
 */
export const enqueueWebhook = async (
  deps: Pick<Deps, 'lanes' | 'now'>,
  trx: Db,
  moduleId: number,
  chat: Pick<Chat, 'id'>,
  messageId: number,
  event: WebhookEvent,
): Promise<void> => {
  const sequence = await nextSequence(trx, chat.id)
  await insertWebhook(trx, {
    eventId: crypto.randomUUID(),
    moduleId,
    chatId: chat.id,
    sequence,
    messageId,
    type: event.type,
    body: webhookBody(event, deps.now()),
  })
  await deps.lanes.enqueue(trx, { kind: WEBHOOK_LANE, key: String(chat.id), endpoint: String(moduleId) })
}

/** The transport can receive again: it was switched on, enabled, or has another address. */
export const resumeDeliveries = async (deps: Pick<Deps, 'lanes'>, trx: Db, moduleId: number): Promise<void> => {
  const chatIds = await listPendingChatIds(trx, moduleId)
  if (chatIds.length > 0) await deps.lanes.enqueueAll(trx, WEBHOOK_LANE, chatIds.map(String), String(moduleId))
}
