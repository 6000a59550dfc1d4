import { CREDENTIALS_OF_SCOPE } from '@patchbay/contract/base/scopes'
import type { apiVersions, credentials, systemInfo } from '@patchbay/contract/platform/accounts'
import { insertDefaultReferences } from '../../crm/references/store.ts'
import type { Deps } from '../../deps.ts'
import { wakeAllModules } from '../../integration-modules/activity/service.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listShopCodes } from '../shops/store.ts'
import { insertAccount, insertHost, nextAccountId, updatePublicUrl } from './store.ts'

const VERSION = '0.1.0'

export const showVersions: Action<Deps, typeof apiVersions> = async () => ({
  success: true,
  versions: ['3.0', '4.0', '5.0'],
})

/** D-06: what this key may do, in the new words and in the old. */
export const showCredentials: Action<Deps, typeof credentials> = async (deps, caller) => ({
  success: true,
  credentials: caller.scopes.flatMap((scope) => CREDENTIALS_OF_SCOPE[scope]),
  scopes: [...caller.scopes],
  siteAccess: caller.sites ? 'access_selective' : 'access_full',
  sitesAvailable: [...(caller.sites ?? (await inAccount(deps.db, caller.accountId, listShopCodes)))],
})

/** D-06: works without a key; modules take publicUrl from it before they have one. */
export const showSystemInfo: Action<Deps, typeof systemInfo> = async (deps, caller) => {
  const { publicUrl } = await deps.directory.account(caller.accountId)
  return { success: true, systemVersion: VERSION, publicUrl, technicalUrl: publicUrl }
}

const hostOf = (publicUrl: string): string => new URL(publicUrl).host.toLowerCase()

/** A new account at an address of its own. An operator's act: the command line and the seed call it. */
export const createAccount = async (deps: Pick<Deps, 'db'>, name: string, publicUrl: string): Promise<number> => {
  const id = await nextAccountId(deps.db)
  await inAccount(deps.db, id, async (trx) => {
    await insertAccount(trx, { id, name, publicUrl: new URL(publicUrl).origin })
    await insertHost(trx, id, hostOf(publicUrl))
    await insertDefaultReferences(trx)
  })
  return id
}

/** D-13: when the account moves, every module is told its new address. The old host name goes on answering. */
export const changeAddress = async (deps: Deps, accountId: number, publicUrl: string): Promise<void> => {
  await inAccount(deps.db, accountId, async (trx) => {
    await updatePublicUrl(trx, new URL(publicUrl).origin)
    await insertHost(trx, accountId, hostOf(publicUrl))
    await wakeAllModules(deps, trx)
  })
  await deps.lanes.nudge()
}
