import type { Deps } from '../../deps.ts'
import type { LaneHandler } from '../../lib/queue/lane-worker.ts'
import { compareChangedDays } from './service.ts'

export const comparePaymentDays =
  (deps: Deps): LaneHandler =>
  (claim) =>
    compareChangedDays(deps, claim)
