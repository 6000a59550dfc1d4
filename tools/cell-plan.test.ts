import { expect, it } from 'vitest'
import { cellPlan, needOf } from './cell-plan.ts'

const costs = {
  callEvent: { server_cpu_us: 1_500, postgres_cpu_us: 2_000 },
  orderList: { server_cpu_us: 3_000, postgres_cpu_us: 1_000 },
  reaction: { server_cpu_us: 2_000, postgres_cpu_us: 500 },
  kbPerConnection: 15,
}

it('plans processors, memory and disk of the busiest hour from what requests cost', () => {
  // 60 managers with 40 calls of 3 events in 8 hours, twice as many in the busiest: half an event a second; 2 lists.
  // 100 messages a day each are 5/12 a second then.
  const { events, messages, lists, serverCores, postgresCores, memoryGb, dayGb } = needOf(60, costs)
  expect([events, lists]).toEqual([0.5, 2])
  expect(messages).toBeCloseTo(5 / 12)
  expect(serverCores).toBeCloseTo((0.5 * 1_500 + (5 / 12) * 2_000 + 2 * 3_000) / 500_000)
  expect(postgresCores).toBeCloseTo((0.5 * 2_000 + (5 / 12) * 500 + 2 * 1_000) / 500_000)
  expect(memoryGb).toBeCloseTo(0.0003)
  expect(dayGb).toBeCloseTo(0.01656)
})

it('shows the whole fleet beside one cell of it', () => {
  const plan = cellPlan(costs)
  expect(plan).toContain('| call events a second | 83,300 | 417 |')
  expect(plan).toContain('A cell of 5,000 accounts and 50,000 managers')
  expect(plan).toContain('| data of 90 days | 248 TB | 1.24 TB |')
})
