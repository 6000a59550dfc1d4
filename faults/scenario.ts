import type { FaultReport } from '@patchbay/testkit/audit'

/** `scale` below 1 makes a shorter run. */
export type Scenario = (seed: number, scale?: number) => Promise<FaultReport>
