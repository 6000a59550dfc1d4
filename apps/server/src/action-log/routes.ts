import { listActionLog } from '@patchbay/contract/action-log'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { showActionLog } from './actions.ts'

export const actionLogRoutes = (bind: Bind<Deps>): void => {
  bind(listActionLog, showActionLog)
}
