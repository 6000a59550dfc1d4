import { listCustomerTimeline } from '@patchbay/contract/timeline'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { showCustomerTimeline } from './actions.ts'

export const timelineRoutes = (bind: Bind<Deps>): void => {
  bind(listCustomerTimeline, showCustomerTimeline)
}
