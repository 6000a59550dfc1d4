import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 20

/** Polls until it holds; throws after the limit. */
export const until = async (
  what: string,
  ms: number,
  holds: () => Promise<boolean>,
  pollMs: number = POLL_MS,
): Promise<void> => {
  const end = performance.now() + ms
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${ms / 1000} s`)
    await sleep(pollMs)
  }
}
