import type { ModuleResponse } from './request.ts'

// The system repeats a request when it got no response. A repeat must not have a second effect: it gets the response of
// the first request.

/**
 * Does the work once for each key and returns the same response to every repeat. To survive a restart, store key and
 * response in the module's own database, in the transaction of the work.
 */
export type IdempotencyStore = (key: string, work: () => Promise<ModuleResponse>) => Promise<ModuleResponse>

/** A repeat that arrives while the first request is still running waits for its response. */
export const inMemoryIdempotencyStore = (most = 10_000): IdempotencyStore => {
  const answers = new Map<string, Promise<ModuleResponse>>()
  return (key, work) => {
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = work()
    answers.set(key, answer)
    const forget = () => answers.delete(key)
    // A failed request is not stored, so that a repeat tries again.
    answer.then(({ status }) => status >= 500 && forget(), forget)
    const oldest = answers.keys().next().value
    if (answers.size > most && oldest !== undefined) answers.delete(oldest)
    return answer
  }
}
