import {
  listShares,
  listTraffic,
  readSharedExchange,
  revokeShare,
  shareExchange,
} from '@patchbay/contract/platform/workspace/traffic'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { showTraffic } from './actions.ts'
import { createShare, removeShare, showShared, showShares } from './share-actions.ts'

export const trafficRoutes = (bind: Bind<Deps>): void => {
  bind(listTraffic, showTraffic)
  bind(shareExchange, createShare)
  bind(listShares, showShares)
  bind(revokeShare, removeShare)
  bind(readSharedExchange, showShared)
}
