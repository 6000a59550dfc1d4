import { setTimeout as sleep } from 'node:timers/promises'

// A backlog could be told as quickly as the machine can, and whoever waits for the API on the same machine would pay for it.
// So a worker sends so many a second and no more. Who wants more raises it, or starts another worker.

/** Short, so that what goes in one of them is no burst. */
const SLICE_MS = 5

/** Resolves when the next may go. */
export const createPace = (perSecond: number): (() => Promise<void>) => {
  const perSlice = Math.ceil((perSecond * SLICE_MS) / 1000)
  let left = perSlice
  let slice: Promise<void> | undefined
  const runSlice = async (): Promise<void> => {
    await sleep(SLICE_MS)
    left = perSlice
    slice = undefined
  }
  return async () => {
    do {
      slice ??= runSlice()
      if (left <= 0) await slice
    } while (left <= 0)
    left--
  }
}
