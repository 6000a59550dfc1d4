import type { Finding } from '@patchbay/testkit/audit'

export type Scenario = (seed: number) => Promise<Finding>
