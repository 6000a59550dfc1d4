import { editSite, listSites } from '@patchbay/contract/platform/shops'
import { listWorkspaceShops, saveWorkspaceShop } from '@patchbay/contract/platform/workspace/shops'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { changeSite, saveShopInWorkspace, showShops, showSites } from './actions.ts'

export const shopRoutes = (bind: Bind<Deps>): void => {
  bind(listSites, showSites)
  bind(editSite, changeSite)
  bind(listWorkspaceShops, showShops)
  bind(saveWorkspaceShop, saveShopInWorkspace)
}
