import { listTraffic } from '@patchbay/contract/traffic'
import { listShares, readSharedExchange, revokeShare, shareExchange } from '@patchbay/contract/traffic-shares'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { showTraffic } from './actions.ts'
import { revoke, share, showShared, showShares } from './shares.ts'

export const trafficRoutes = (bind: Bind<Deps>): void => {
  bind(listTraffic, showTraffic)
  bind(shareExchange, share)
  bind(listShares, showShares)
  bind(revokeShare, revoke)
  bind(readSharedExchange, showShared)
}
