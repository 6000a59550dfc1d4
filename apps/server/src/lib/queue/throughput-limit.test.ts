import { expect, it } from 'vitest'
import { createThroughputLimit } from './throughput-limit.ts'

it('lets so many go a second and no more, however many wait', async () => {
  const pace = createThroughputLimit(1_000)
  const started = performance.now()
  let gone = 0
  const all = Promise.all(
    Array.from({ length: 100 }, async () => {
      await pace()
      gone++
    }),
  )
  // No timer runs between these: whoever may go at once has gone.
  for (let turn = 0; turn < 20; turn++) await null
  expect(gone).toBe(5)
  await all
  expect(gone).toBe(100)
  expect(performance.now() - started).toBeGreaterThan(60)
})
