import { listTraffic } from '@patchbay/contract/traffic'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { showTraffic } from './actions.ts'

export const trafficRoutes = (bind: Bind<Deps>): void => {
  bind(listTraffic, showTraffic)
}
