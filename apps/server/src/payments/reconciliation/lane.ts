import type { Claim, LaneHandler } from '../../lib/queue/lane-worker.ts'
import type { PaymentDeps } from '../operations/decisions.ts'
import { reconcileOperation } from './service.ts'

export const serveOperations =
  (deps: PaymentDeps): LaneHandler =>
  ({ accountId, key }: Claim) =>
    reconcileOperation(deps, accountId, key)
