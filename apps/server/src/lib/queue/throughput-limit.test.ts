import { expect, it } from 'vitest'
import { createThroughputLimit } from './throughput-limit.ts'

it('limits deliveries per second, however many wait', async () => {
  const pace = createThroughputLimit(1_000)
  let gone = 0
  const all = Promise.all(
    Array.from({ length: 100 }, async () => {
      await pace()
      gone++
    }),
  )
  // No timer runs between these: deliveries that may start at once have started.
  for (let turn = 0; turn < 20; turn++) await null
  expect(gone).toBe(5)
  // The next slice begins with a timer of its own: between two turns of the event loop at most one passes.
  const slices: number[] = []
  while (gone < 100) {
    const before = gone
    await new Promise(setImmediate)
    if (gone > before) slices.push(gone - before)
  }
  expect(slices).toEqual(Array(19).fill(5))
  await all
})
