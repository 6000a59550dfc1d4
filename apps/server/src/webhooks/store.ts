import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import type { WebhookType } from './rules.ts'

export type NewWebhook = {
  eventId: string
  moduleId: number
  chatId: number
  sequence: number
  messageId: number
  type: WebhookType
  body: string
}

export const insertWebhook = async (db: Db, webhook: NewWebhook): Promise<void> => {
  await db
    .insertInto('webhook')
    .values({
      event_id: sql<string>`${webhook.eventId}::uuid`,
      module_id: webhook.moduleId,
      chat_id: webhook.chatId,
      sequence: webhook.sequence,
      message_id: webhook.messageId,
      type: webhook.type,
      body: webhook.body,
    })
    .execute()
}
