import type { ModuleAnswer } from './request.ts'

// The system repeats a request when it did not hear the answer. A repeat must not have a second effect: it gets the
// answer that the first one got.

/**
 * Does the work once for each key and gives every repeat the same answer. An implementation that must survive a restart
 * keeps key and answer in the module's own database, in the transaction of the work.
 */
export type Replays = (key: string, work: () => Promise<ModuleAnswer>) => Promise<ModuleAnswer>

/** Keeps answers in memory. A repeat that comes while the first is still at work waits for it. */
export const replaysInMemory = (most = 10_000): Replays => {
  const answers = new Map<string, Promise<ModuleAnswer>>()
  return (key, work) => {
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = work()
    answers.set(key, answer)
    const forget = () => answers.delete(key)
    // What failed inside the module had no answer worth keeping: the repeat tries again.
    answer.then(({ status }) => status >= 500 && forget(), forget)
    const oldest = answers.keys().next().value
    if (answers.size > most && oldest !== undefined) answers.delete(oldest)
    return answer
  }
}
