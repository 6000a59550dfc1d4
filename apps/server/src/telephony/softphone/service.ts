import type { Db } from '../../lib/db/database.ts'
import { findModuleById, listModules } from '../../platform/modules/store.ts'
import { listExtensionsOf } from '../settings/store.ts'
import type { SoftphoneModule } from './client.ts'
import { softphoneOrigins, softphoneUrlOf } from './rules.ts'

/** D-120: the first of the user's extensions whose exchange has a softphone. */
export const findSoftphone = async (trx: Db, userId: number): Promise<SoftphoneModule | undefined> => {
  for (const { moduleId, code } of await listExtensionsOf(trx, userId)) {
    const module = await findModuleById(trx, moduleId)
    const softphoneUrl = module && softphoneUrlOf(module)
    if (module && softphoneUrl !== undefined) return { module, code, softphoneUrl }
  }
  return undefined
}

/** D-120: the origins that the workspace of this account may show in a frame. */
export const listSoftphoneOrigins = async (trx: Db): Promise<string[]> => [
  ...new Set((await listModules(trx)).flatMap(softphoneOrigins)),
]
