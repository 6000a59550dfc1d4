import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { isSnoozeOver } from './rules.ts'
import { END_SNOOZE, recordState } from './state-service.ts'
import { updateActiveAt, updateState } from './state-store.ts'
import { lockChat } from './store.ts'

/** Returns whether the conversation was reopened: only by the job of the snooze that it still has. */
export const endSnooze = async (deps: Deps, accountId: number, chatId: number): Promise<boolean> => {
  const reopened = await inAccount(deps.db, accountId, async (trx) => {
    const [chat, now] = [await lockChat(trx, chatId), deps.now()]
    if (!chat || !isSnoozeOver(chat, now)) return false
    await updateState(trx, chatId, { state: 'open', snoozedUntil: null, by: null, at: now })
    await updateActiveAt(trx, chatId, now)
    await recordState(trx, chat, { state: 'open', snoozedUntil: null, actor: 'system' })
    return true
  })
  if (reopened) await deps.live.publish(accountId, { type: 'chat-changed', chatId })
  return reopened
}

export const conversationJobs = (deps: Deps): JobHandler[] => [
  handleJob(END_SNOOZE, async ({ accountId, chatId }) => {
    await endSnooze(deps, accountId, chatId)
  }),
]
