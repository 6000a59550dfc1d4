import type {
  editModule,
  getModule,
  IntegrationModuleEdit,
  RegistrationInfo,
} from '@patchbay/contract/integration-modules/registration'
import type { rotateModuleSecret } from '@patchbay/contract/integration-modules/workspace/registration'
import { newSecret } from '@patchbay/sdk/signature'
import { resumeDeliveries } from '../../chats/webhook-delivery/service.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { newToken, sha256 } from '../../lib/security/digest.ts'
import { replaceShops } from '../../payments/shops/service.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { secretContext } from '../../platform/modules/client.ts'
import { kindsOf, type ModuleSettings, SECRET_OVERLAP_HOURS } from '../../platform/modules/rules.ts'
import {
  deleteTransportToken,
  findModule,
  insertModule,
  lockModule,
  type Module,
  updateModule,
  updateSigningSecret,
  updateTransportToken,
} from '../../platform/modules/store.ts'
import { isShopVisible } from '../../platform/shops/rules.ts'
import { listShopCodes } from '../../platform/shops/store.ts'
import { getUserName, listExistingUserIds } from '../../platform/users/store.ts'
import { splitUnknown } from '../../telephony/settings/rules.ts'
import { saveMappings } from '../../telephony/settings/service.ts'
import { addressesOf, canReceiveAgain, decideEdit } from './rules.ts'
import { present } from './view.ts'

/** M-01…M-03, D-10: registers a module or changes its settings; reports users and shops that do not exist. */
export const registerModule: Action<Deps, typeof editModule> = async (deps, caller, { params, body }) => {
  if (caller.moduleCode !== null && caller.moduleCode !== params.code) fail('access_denied')
  const { publicUrl, country } = await deps.accounts.account(caller.accountId)
  const info = await inAccount(deps.db, caller.accountId, async (trx) => {
    const edit = body.integrationModule
    const { module, before, newSecret } = await lockOrCreateModule(deps, trx, caller.accountId, params.code, edit)
    rejectForeignKey(caller, before)
    const decided = decide(before, params.code, edit)
    const { integrations, ...unknown } = await splitUnknownNames(trx, caller, decided)
    const settings = { ...decided, integrations }
    await updateModule(trx, module.id, settings, caller.keyId)
    if (before && canReceiveAgain(before, settings)) await resumeDeliveries(deps, trx, module.id)
    const payment = edit.integrations?.payment
    const shops = payment ? await replaceShops(trx, { ...module, name: settings.name }, payment.shops) : {}
    await saveMappings(trx, module.id, integrations.telephony, country)
    const transport = await transportInfo(deps, trx, module, edit, settings, publicUrl)
    await logRegistration(trx, caller, before, settings)
    return {
      ...registrationInfo(unknown),
      ...shops,
      ...transport,
      ...(newSecret !== undefined && { signature: { secret: newSecret } }),
    }
  })
  await deps.live.publish(caller.accountId, { type: 'module-changed', code: params.code })
  return { success: true, info }
}

/** D-14: the key of a one-step connection belongs to the module that registers with it first, and to no other. */
const rejectForeignKey = (caller: KeyCaller, before: Module | undefined): void => {
  if (caller.grantedScopes === null || caller.moduleCode !== null) return
  const isOurs = before ? before.apiKeyId === caller.keyId : caller.modules.length === 0
  if (!isOurs) fail('access_denied')
}

const decide = (before: Module | undefined, path: string, edit: IntegrationModuleEdit): ModuleSettings => {
  const decision = decideEdit(before, path, edit)
  return decision.ok ? decision.settings : fail('entity_invalid', { fields: decision.fields })
}

/**
 * Locks the module's row, or creates it. Of two concurrent registrations of one code the second waits for the first and
 * becomes an update (M-02). A module that a user had deleted starts anew, with a new secret.
 */
const lockOrCreateModule = async (
  deps: Deps,
  trx: Db,
  accountId: number,
  path: string,
  edit: IntegrationModuleEdit,
) => {
  const secret = newSecret()
  const sealed = seal(deps, { accountId, code: path }, 'signing', secret)
  const found = await lockModule(trx, path)
  const inserted = !found && (await insertModule(trx, decide(undefined, path, edit), sealed))
  const module = found ?? (await lockModule(trx, path)) ?? fail('internal')
  if (inserted) return { module, before: undefined, newSecret: secret }
  const before = module.removed ? undefined : module
  if (before && !edit.rotateSecret) return { module, before, newSecret: undefined }
  await updateSigningSecret(trx, module.id, sealed, before ? SECRET_OVERLAP_HOURS : 0)
  if (!before) await deleteTransportToken(trx, module.id)
  return { module: before ?? { ...module, transportToken: null }, before, newSecret: secret }
}

const seal = (
  deps: Deps,
  module: Pick<Module, 'accountId' | 'code'>,
  what: 'signing' | 'transport',
  secret: string,
): Buffer => deps.sealer.seal(secretContext(module, what), secret)

const openTransportToken = ({ sealer }: Deps, module: Module): string | undefined =>
  module.transportToken ? sealer.open(secretContext(module, 'transport'), module.transportToken) : undefined

const splitUnknownNames = async (trx: Db, caller: KeyCaller, { integrations }: ModuleSettings) => {
  const named = integrations.telephony?.additionalCodes.map(({ userId }) => Number(userId)) ?? []
  const users = named.length > 0 ? await listExistingUserIds(trx, named) : new Set<number>()
  return splitUnknown(
    integrations,
    users,
    (await listShopCodes(trx)).filter((code) => isShopVisible(caller.sites, code)),
  )
}

const registrationInfo = ({
  notExistUsersIds,
  notExistSiteCodes,
}: {
  notExistUsersIds: number[]
  notExistSiteCodes: string[]
}): RegistrationInfo => ({
  ...(notExistUsersIds.length > 0 && { notExistUsersIds }),
  ...(notExistSiteCodes.length > 0 && { notExistSiteCodes }),
})

/** D-60: a chat transport gets its token at registration; it stays the same unless the module asks for another. */
const transportInfo = async (
  deps: Deps,
  trx: Db,
  module: Module,
  edit: IntegrationModuleEdit,
  settings: ModuleSettings,
  publicUrl: string,
): Promise<RegistrationInfo> => {
  if (!settings.integrations.mgTransport) return {}
  const kept = edit.integrations?.mgTransport?.refreshToken ? undefined : openTransportToken(deps, module)
  const token = kept ?? newToken()
  if (kept === undefined)
    await updateTransportToken(trx, module.id, seal(deps, module, 'transport', token), sha256(token))
  return { mgTransport: { endpointUrl: publicUrl, token } }
}

const logRegistration = (
  trx: Db,
  caller: KeyCaller,
  before: Module | undefined,
  after: ModuleSettings,
): Promise<void> =>
  insertAction(trx, {
    recordType: 'Integration modules',
    actor: `API key ${caller.keyId}`,
    action: before ? 'changed' : 'registered',
    subject: after.code,
    // A thief of a key would change an address: every change is logged.
    detail: {
      kinds: kindsOf(after.integrations),
      addresses: { before: addressesOf(before), after: addressesOf(after) },
    },
  })

/** M-06, D-12 */
export const showModule: Action<Deps, typeof getModule> = async (deps, caller, { params }) => {
  if (caller.moduleCode !== null && caller.moduleCode !== params.code) fail('not_found')
  const found = await inAccount(deps.db, caller.accountId, (trx) => findModule(trx, params.code))
  const module = found ?? fail('not_found')
  return { success: true, integrationModule: present(module, openTransportToken(deps, module)) }
}

/** D-09: for a module whose secret may have leaked; its author gets the new one by hand. */
export const rotateSecret: Action<Deps, typeof rotateModuleSecret> = async (deps, caller, { params }) => {
  const secret = newSecret()
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const module = await lockModule(trx, params.code)
    if (!module || module.removed) return fail('not_found')
    const sealed = deps.sealer.seal(secretContext(module, 'signing'), secret)
    await updateSigningSecret(trx, module.id, sealed, SECRET_OVERLAP_HOURS)
    await insertAction(trx, {
      recordType: 'Integration modules',
      actor: await getUserName(trx, caller.userId),
      action: 'rotated the signing secret',
      subject: params.code,
    })
  })
  return { success: true, secret }
}
