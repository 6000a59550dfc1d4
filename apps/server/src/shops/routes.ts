import { editSite, listSites } from '@patchbay/contract/shops'
import { keepWorkspaceShop, listWorkspaceShops } from '@patchbay/contract/workspace-references'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { changeSite, keepShop, showShops, showSites } from './actions.ts'

export const shopRoutes = (bind: Bind<Deps>): void => {
  bind(listSites, showSites)
  bind(editSite, changeSite)
  bind(listWorkspaceShops, showShops)
  bind(keepWorkspaceShop, keepShop)
}
