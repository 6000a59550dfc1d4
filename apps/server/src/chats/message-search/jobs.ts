import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { wordsOf } from '../../lib/text/word-search.ts'
import { cleanUpEachAccount, DAYS } from '../../platform/clean-up/service.ts'
import { listMessagesAfter } from '../messages/store.ts'
import { SEARCHED_MS } from './rules.ts'
import { deleteWords, findProgress, saveProgress } from './store.ts'

export const EXPIRE_MESSAGE_SEARCH = defineJob({
  name: 'message-search.expire',
  payload: Type.Object({}),
  every: '40 3 * * *',
})

const BATCH = 500

/** One batch; returns whether there may be more. The messages stay, only their words are deleted. */
const expireBatch = (deps: Deps, accountId: number, now: Date): Promise<boolean> =>
  inAccount(deps.db, accountId, async (trx) => {
    const { expiredTo } = await findProgress(trx)
    const messages = await listMessagesAfter(trx, expiredTo, BATCH)
    const fresh = messages.findIndex(({ createdAt }) => createdAt.getTime() >= now.getTime() - SEARCHED_MS)
    const expired = fresh === -1 ? messages : messages.slice(0, fresh)
    const last = expired.at(-1)
    if (!last) return false
    await deleteWords(
      trx,
      expired.map(({ id, content }) => ({ id, words: wordsOf(content) })),
    )
    await saveProgress(trx, { expiredTo: last.id })
    return expired.length === BATCH
  })

export const messageSearchJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    EXPIRE_MESSAGE_SEARCH,
    cleanUpEachAccount(deps, EXPIRE_MESSAGE_SEARCH, DAYS, async (accountId, now) => {
      while (await expireBatch(deps, accountId, now));
    }),
  ),
]
