import type { Finding } from '@patchbay/testkit/audit'

/** `scale` makes a run smaller, for trying it out: 1 is its real size. */
export type Scenario = (seed: number, scale?: number) => Promise<Finding>
