import { setTimeout as sleep } from 'node:timers/promises'

// A backlog could be told as quickly as the machine can, and whoever waits for the API on the same machine would pay for it.
// So a worker sends so many a second and no more. Who wants more raises it, or starts another worker.

/** Short, so that what goes in one of them is no burst. */
const SLICE_MS = 5

/** Undefined when the next may go at once, as nearly always; else it resolves when it may. */
export const createThroughputLimit = (perSecond: number): (() => Promise<void> | undefined) => {
  const perSlice = Math.ceil((perSecond * SLICE_MS) / 1000)
  let left = perSlice
  let slice: Promise<void> | undefined
  const runSlice = async (): Promise<void> => {
    await sleep(SLICE_MS)
    left = perSlice
    slice = undefined
  }
  const turn = async (): Promise<void> => {
    while (left <= 0) {
      slice ??= runSlice()
      await slice
    }
    left--
  }
  return () => {
    slice ??= runSlice()
    if (left <= 0) return turn()
    left--
    return undefined
  }
}
