import { listActionLog } from '@patchbay/contract/platform/workspace/action-log'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { showActionLog } from './actions.ts'

export const actionLogRoutes = (bind: Bind<Deps>): void => {
  bind(listActionLog, showActionLog)
}
