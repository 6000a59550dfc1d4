import { setTimeout as sleep } from 'node:timers/promises'

// Limits a worker's deliveries per second, so that a backlog does not slow down the API on the same machine. Raise the limit
// or start another worker for more.

/** Short, so that the deliveries of one slice are no burst. */
const SLICE_MS = 5

/** Undefined when the next delivery may go at once, as nearly always; else a promise that resolves when it may. */
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
