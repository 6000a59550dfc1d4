import type { Deps } from '../../deps.ts'
import type { LaneServer } from '../../lib/queue/lane-worker.ts'
import { escalateUnserved, reconcileOperation } from './service.ts'

export const serveOperations = (deps: Deps): LaneServer => ({
  serve: ({ accountId, key }) => reconcileOperation(deps, accountId, key),
  onGivenUp: ({ accountId, key }) => escalateUnserved(deps, accountId, key),
})
