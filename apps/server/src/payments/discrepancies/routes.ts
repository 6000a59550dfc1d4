import { listDiscrepancies, resolveDiscrepancy } from '@patchbay/contract/payments/workspace/discrepancies'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { markResolved, showDiscrepancies } from './actions.ts'

export const discrepancyRoutes = (bind: Bind<Deps>): void => {
  bind(listDiscrepancies, showDiscrepancies)
  bind(resolveDiscrepancy, markResolved)
}
