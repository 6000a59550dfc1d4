import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMerge, type Hint, MAX_HINT_AGE_MS, sliceOf } from './merge.ts'

type Delivery = { to: number; event: string; at: number }

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const hint = (event: string, identity = 'list', perSecond = 100): Hint<string> => ({ event, identity, perSecond })

const start = (targets: number) => {
  const seen: Delivery[] = []
  const merge = createMerge<number, string>(
    (to, event) => void seen.push({ to, event, at: Date.now() }),
    hint('all', 'all'),
  )
  const list = () => Array.from({ length: targets }, (_, to) => to)
  return { seen, add: (one: Hint<string>, key = 'key') => merge.add(key, one, list) }
}

const to = (seen: readonly Delivery[], target: number) =>
  seen.filter((one) => one.to === target).map(({ event }) => event)

it('delivers the first hint at once, and to many browsers at the rate', () => {
  const few = start(10)
  few.add(hint('first'))
  expect(few.seen).toHaveLength(10)
  const many = start(500)
  many.add(hint('first'))
  expect(many.seen).toHaveLength(10)
  vi.advanceTimersByTime(1_000)
  expect(many.seen).toHaveLength(110)
  vi.runAllTimers()
  expect(new Set(many.seen.map((one) => one.to)).size).toBe(500)
})

it('merges what arrives during a wave into one wave after it', () => {
  const { seen, add } = start(50)
  for (let n = 0; n <= 20; n++) add(hint(`${n}`))
  vi.runAllTimers()
  for (let target = 0; target < 50; target++) expect(to(seen, target)).toEqual(['0', '20'])
})

it('keeps different hints apart, in the order of the latest of each', () => {
  const { seen, add } = start(1)
  for (const event of ['a1', 'b1', 'a2', 'c1', 'b2']) add(hint(event, event.slice(0, 1)))
  vi.runAllTimers()
  expect(to(seen, 0)).toEqual(['a1', 'a2', 'c1', 'b2'])
})

it('does not let hints with different keys wait for each other', () => {
  const { seen, add } = start(10)
  add(hint('call'), 'calls')
  add(hint('task'), 'tasks')
  expect(seen).toHaveLength(20)
})

it('replaces too many different hints with one that stands for all', () => {
  const { seen, add } = start(1)
  for (let n = 0; n < 1_000; n++) add(hint(`${n}`, `${n}`))
  vi.runAllTimers()
  expect(to(seen, 0)).toEqual(['0', 'all'])
})

it('is at once again after a quiet time, and needs no targets', () => {
  const { seen, add } = start(5)
  add(hint('one'))
  vi.runAllTimers()
  add(hint('two'))
  expect(to(seen, 4)).toEqual(['one', 'two'])
  const nobody = start(0)
  nobody.add(hint('one'))
  nobody.add(hint('two'))
  vi.runAllTimers()
  expect(vi.getTimerCount()).toBe(0)
})

it('takes slices that end a wave in time, whatever the number of browsers', () => {
  expect([sliceOf(1, 100), sliceOf(500, 100), sliceOf(1_000, 100), sliceOf(5_000, 100)]).toEqual([10, 10, 10, 50])
  expect([sliceOf(1_000, 1_000), sliceOf(3, 1)]).toEqual([100, 1])
})

it('never loses the last hint, is never late, and never exceeds the rate', () => {
  const pauses = fc.array(fc.record({ pause: fc.nat(3_000), of: fc.nat(3) }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_500 }), pauses, (targets, events) => {
      vi.setSystemTime(0)
      const { seen, add } = start(targets)
      const added: { identity: string; event: string; at: number }[] = []
      for (const [n, { pause, of }] of events.entries()) {
        vi.advanceTimersByTime(pause)
        added.push({ identity: `${of}`, event: `${of}.${n}`, at: Date.now() })
        add(hint(`${of}.${n}`, `${of}`))
      }
      vi.runAllTimers()
      for (const target of [0, targets - 1]) {
        const own = seen.filter((one) => one.to === target)
        // Each hint is followed by itself or a newer one of its identity, in time.
        for (const { identity, event, at } of added) {
          const number = (one: string) => Number(one.split('.')[1])
          const found = own.find((one) => one.event.startsWith(`${identity}.`) && number(one.event) >= number(event))
          expect(found, event).toBeDefined()
          expect((found?.at ?? Number.NaN) - at).toBeLessThan(MAX_HINT_AGE_MS)
        }
      }
      const perSlice = new Map<number, Set<number>>()
      for (const { at, to: target } of seen) perSlice.set(at, (perSlice.get(at) ?? new Set()).add(target))
      for (const reached of perSlice.values()) expect(reached.size).toBeLessThanOrEqual(sliceOf(targets, 100))
    }),
    { numRuns: 40 },
  )
})
