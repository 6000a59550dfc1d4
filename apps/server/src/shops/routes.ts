import { editSite, listSites } from '@patchbay/contract/shops'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { changeSite, showSites } from './actions.ts'

export const shopRoutes = (bind: Bind<Deps>): void => {
  bind(listSites, showSites)
  bind(editSite, changeSite)
}
