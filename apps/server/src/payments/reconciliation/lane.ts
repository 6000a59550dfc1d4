import type { Deps } from '../../deps.ts'
import type { Claim, LaneHandler } from '../../lib/queue/lane-worker.ts'
import { reconcileOperation } from './service.ts'

export const serveOperations =
  (deps: Deps): LaneHandler =>
  ({ accountId, key }: Claim) =>
    reconcileOperation(deps, accountId, key)
