import { listCustomerTimeline } from '@patchbay/contract/crm/workspace/timeline'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { showCustomerTimeline } from './actions.ts'

export const timelineRoutes = (bind: Bind<Deps>): void => {
  bind(listCustomerTimeline, showCustomerTimeline)
}
