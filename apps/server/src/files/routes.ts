import { getFile, getWorkspaceFile, uploadFileByUrl } from '@patchbay/contract/files'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { keepFromUrl, showFile, showToUser } from './actions.ts'

export const fileRoutes = (bind: Bind<Deps>): void => {
  bind(uploadFileByUrl, keepFromUrl)
  bind(getFile, showFile)
  bind(getWorkspaceFile, showToUser)
}
