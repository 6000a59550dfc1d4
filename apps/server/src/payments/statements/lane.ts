import type { Deps } from '../../deps.ts'
import type { LaneServer } from '../../lib/queue/lane-worker.ts'
import { failStatement, fetchRequested } from './service.ts'

export const serveStatements = (deps: Deps): LaneServer => ({
  serve: ({ accountId, key, holds }) => fetchRequested(deps, accountId, Number(key), holds),
  onGivenUp: ({ accountId, key }) => failStatement(deps, accountId, Number(key), { code: 'internal' }),
})
