import { expect, it } from 'vitest'
import { createLagHistory } from './replica-lag.ts'

const historyOf = (...samples: [lsn: number, at: number][]) => {
  const history = createLagHistory()
  for (const [lsn, at] of samples) history.add(lsn, at)
  return history
}

it('[D-157] a standby is as fresh as the last position of the primary that it has reached', () => {
  const history = historyOf([100, 1_000], [200, 2_000], [300, 3_000])
  expect([300, 350, 299, 200, 100].map(history.asOf)).toEqual([3_000, 3_000, 2_000, 2_000, 1_000])
})

it('[D-157] a standby that has everything of an idle primary is not late', () => {
  const history = historyOf([100, 1_000], [100, 2_000], [100, 90_000])
  expect(history.asOf(100)).toBe(90_000)
})

it('[D-157] what is older than all that was noted is unknown, and nothing is known before the first note', () => {
  expect(historyOf([100, 1_000]).asOf(99)).toBeUndefined()
  expect(createLagHistory().asOf(100)).toBeUndefined()
})

it('[D-157] forgets the positions of a primary that another has replaced', () => {
  const history = historyOf([100, 1_000], [300, 3_000], [200, 4_000])
  expect([250, 150].map(history.asOf)).toEqual([4_000, undefined])
})

it('[D-157] keeps an hour of positions', () => {
  const history = createLagHistory()
  for (let n = 1; n <= 4_000; n++) history.add(n, n * 1_000)
  expect([400, 401, 4_000].map(history.asOf)).toEqual([undefined, 401_000, 4_000_000])
})
