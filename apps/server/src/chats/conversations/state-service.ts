import type { ChatState } from '@patchbay/contract/base/constants'
import Type from 'typebox'
import { insertTimeline } from '../../crm/timeline/store.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { defineJob } from '../../lib/queue/jobs.ts'
import type { Chat } from './store.ts'

/** Runs when a snooze ends; idempotent, and does nothing if the snooze was changed meanwhile. */
export const END_SNOOZE = defineJob({
  name: 'chats.end-snooze',
  payload: Type.Object({ accountId: Type.Integer(), chatId: Type.Integer() }),
})

export const scheduleSnoozeEnd = (
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Db,
  accountId: number,
  chatId: number,
  until: Date,
): Promise<void> => jobs.send(trx, END_SNOOZE, { accountId, chatId }, { startAfter: until })

const KINDS = { open: 'chat.reopened', snoozed: 'chat.snoozed', closed: 'chat.closed' } as const

/** The customer's timeline says who closed, snoozed or reopened the conversation. */
export const recordState = async (
  trx: Db,
  { id, customerId }: Chat,
  { state, snoozedUntil, actor }: { state: ChatState; snoozedUntil: Date | null; actor: string },
): Promise<void> => {
  if (customerId === null) return
  const detail = { chatId: id, ...(snoozedUntil && { until: snoozedUntil.toISOString() }) }
  await insertTimeline(trx, { customerId, kind: KINDS[state], actor, detail })
}
