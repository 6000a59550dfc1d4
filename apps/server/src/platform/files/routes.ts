import { getFile, uploadFileByUrl } from '@patchbay/contract/platform/files'
import { getWorkspaceFile } from '@patchbay/contract/platform/workspace/files'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { saveFileFromUrl, showFile, showToUser } from './actions.ts'

export const fileRoutes = (bind: Bind<Deps>): void => {
  bind(uploadFileByUrl, saveFileFromUrl)
  bind(getFile, showFile)
  bind(getWorkspaceFile, showToUser)
}
