import type { NewPurpose } from '@patchbay/contract/chats/workspace/messages'
import { findOrder } from '../../crm/orders/store.ts'
import { ANSWER_PENDING } from '../../crm/tasks/rules.ts'
import { addTask, readTaskNotifications } from '../../crm/tasks/service.ts'
import { updateDone } from '../../crm/tasks/store.ts'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import type { Chat } from '../conversations/store.ts'
import { nameOf } from '../conversations/view.ts'
import { answerDueAt } from './purpose-rules.ts'
import { findAwaitedTaskId, insertPurpose } from './purpose-store.ts'

type SentMessage = { chat: Chat; messageId: number; userId: number; at: Date }

/** Stores what a message is for; with `awaitAnswer` its author gets a task for tomorrow. */
export const recordPurpose = async (
  trx: Db,
  { chat, messageId, userId, at }: SentMessage,
  purpose: NewPurpose,
  awaitAnswer: boolean,
): Promise<void> => {
  const { kind } = purpose
  const [invoiceId, orderId] = kind === 'payment-link' ? [purpose.invoiceId, purpose.orderId] : [null, null]
  if (orderId !== null && !(await findOrder(trx, orderId)))
    fail('entity_invalid', { fields: { 'purpose.orderId': 'there is no such order' } })
  const task = {
    content: { kind: ANSWER_PENDING, to: kind, chatId: chat.id, customer: nameOf(chat) } as const,
    performerId: userId,
    createdBy: userId,
    dueAt: answerDueAt(at),
    customerId: chat.customerId,
    orderId,
  }
  const taskId = awaitAnswer ? ((await addTask(trx, task)) ?? null) : null
  await insertPurpose(trx, { messageId, kind, invoiceId, orderId, taskId })
}

/** Completes the task that waits for an answer to this message. Returns whose notifications changed, undefined without one. */
export const completeAwaitedAnswer = async (trx: Db, messageId: number, now: Date): Promise<number[] | undefined> => {
  const taskId = await findAwaitedTaskId(trx, messageId)
  if (taskId === undefined) return undefined
  await updateDone(trx, taskId, 'customer-agreed', now)
  return readTaskNotifications(trx, taskId)
}
