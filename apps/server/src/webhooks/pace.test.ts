import { expect, it } from 'vitest'
import { createPace } from './pace.ts'

it('lets so many go a second and no more, however many wait', async () => {
  const pace = createPace(1_000)
  const started = performance.now()
  const gone: number[] = []
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      await pace()
      gone.push(performance.now() - started)
    }),
  )
  expect(gone.filter((ms) => ms < 4)).toHaveLength(5)
  expect(gone.at(-1)).toBeGreaterThan(90)
})
