// What the benches want. A bench exits with 1 beyond a bound; a goal is only shown, with what was reached, in docs/performance.md
// and docs/reliability.md, which are generated from the same figures.

/** Upkeep of a large table: p99 with it ÷ p99 without, and the size of the table after as many calls were added as deleted. */
export const UPKEEP_BOUNDS = { p99Ratio: 1.5, growth: 1.1 }

/** Deliveries a second ÷ a bare loop of the same POSTs, and times in milliseconds. */
export const WEBHOOK_BOUNDS = { ratio: 0.5, lagP95Ms: 1_000, apiTimes: 1.5, othersLagP95Ms: 2_000 }

export type SpeedGoal = { ratio: number } | { serverCpuUs: number }

/** By path: the rate ÷ that of pgbench with the same statements, or the server's CPU time for a request. */
export const SPEED_GOALS: Readonly<Record<string, SpeedGoal>> = {
  'call-event': { ratio: 0.5 },
  'manager-lookup': { ratio: 0.5 },
  'payment-check': { ratio: 0.5 },
  reaction: { ratio: 0.5 },
  'order-list': { ratio: 0.4 },
  floor: { serverCpuUs: 200 },
}
