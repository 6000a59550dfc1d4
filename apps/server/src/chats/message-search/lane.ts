import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { LaneHandler, LaneResult } from '../../lib/queue/lane-worker.ts'
import { lockMessagesBefore } from '../messages/store.ts'
import { SEARCHED_MS, searchWords } from './rules.ts'
import { findProgress, insertWords, saveProgress } from './store.ts'

export const MESSAGE_SEARCH_LANE = 'message-search-fill'

/** A batch locks its messages against changes for as long as it takes to index them. */
const BATCH = 500

/** Indexes the messages that were there before the index, newest first, a batch at a time, as far back as they are searched. */
export const fillMessageSearch =
  (deps: Deps): LaneHandler =>
  ({ accountId }): Promise<LaneResult> =>
    inAccount(deps.db, accountId, async (trx) => {
      const now = deps.now()
      const { filledTo } = await findProgress(trx)
      const messages = await lockMessagesBefore(trx, filledTo, BATCH)
      const last = messages.at(-1)
      if (!last || messages.every(({ createdAt }) => createdAt.getTime() < now.getTime() - SEARCHED_MS)) return 'done'
      await insertWords(
        trx,
        messages.map((message) => ({ id: message.id, words: searchWords(message, now) })),
      )
      await saveProgress(trx, { filledTo: last.id })
      return 'more'
    })
