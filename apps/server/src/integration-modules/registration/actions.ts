import type {
  editModule,
  getModule,
  IntegrationModuleEdit,
  RegistrationInfo,
} from '@patchbay/contract/integration-modules/registration'
import {
  decideEdit,
  type ModuleSettings,
  splitUnknown,
} from '@patchbay/contract/integration-modules/registration-rules'
import type { rotateModuleSecret } from '@patchbay/contract/integration-modules/workspace/registration'
import { newSecret } from '@patchbay/sdk/signature'
import { resumeDeliveries } from '../../chats/webhook-delivery/service.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { whyUncallable } from '../../lib/http-out/name-check.ts'
import { newToken, sha256 } from '../../lib/security/digest.ts'
import { replaceShops } from '../../payments/shops/service.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { canUseModule } from '../../platform/api-keys/rules.ts'
import { mayNow } from '../../platform/api-keys/service.ts'
import {
  deleteModuleOfOtherKeys,
  findBinding,
  hasOtherKey,
  insertModuleOfKey,
  lockBinding,
} from '../../platform/api-keys/store.ts'
import { secretContext, signingSecrets } from '../../platform/modules/client.ts'
import { isLocked, kindsOf, SECRET_OVERLAP_HOURS } from '../../platform/modules/rules.ts'
import {
  deleteTransportToken,
  findClientIdOwner,
  findModule,
  insertModule,
  lockClientId,
  lockModule,
  type Module,
  updateModule,
  updateSigningSecret,
  updateTransportToken,
} from '../../platform/modules/store.ts'
import { isShopVisible } from '../../platform/shops/rules.ts'
import { listShopCodes } from '../../platform/shops/store.ts'
import { getUserName, listExistingUserIds } from '../../platform/users/store.ts'
import { saveMappings } from '../../telephony/settings/service.ts'
import { addressesOf, canReceiveAgain, decideKey, makesSecrets, namedAddresses, readsSecrets } from './rules.ts'
import { present } from './view.ts'

const RESOLVE_MS = 1_000

/** M-01…M-03, D-10: registers a module or changes its settings; reports users and shops that do not exist. */
export const registerModule: Action<Deps, typeof editModule> = (deps, caller, { params, body }) =>
  register(deps, caller, params.code, () => body.integrationModule)

/** The edit, by what is registered so far. */
type EditOf = (before: Module | undefined) => IntegrationModuleEdit

export const register = async (deps: Deps, caller: KeyCaller, code: string, editOf: EditOf) => {
  const { publicUrl, country } = await deps.accounts.account(caller.accountId)
  const { info, changedKeys, edit } = await inAccount(deps.db, caller.accountId, async (trx) => {
    const locked = await lockOrCreateModule(deps, trx, caller.accountId, code, editOf)
    const { module, before, edit, newSecret, found } = locked
    const { changedKeys, binds, replaced } = await bindKey(trx, caller, code, found)
    if (replaced && makesSecrets(edit, newSecret !== undefined)) fail('key_replaced')
    const decided = decide(before, code, edit)
    await rejectTakenClientId(trx, module.id, before?.clientId, decided.clientId)
    const { integrations, ...unknown } = await splitUnknownNames(trx, caller, decided)
    const settings = { ...decided, integrations }
    await updateModule(trx, module.id, settings, caller.keyId)
    if (before && canReceiveAgain(before, settings)) await resumeDeliveries(deps, trx, module.id)
    const payment = edit.integrations?.payment
    const shops = payment ? await replaceShops(trx, { ...module, name: settings.name }, payment.shops) : {}
    await saveMappings(trx, module.id, integrations.telephony, country)
    const known = binds ? { ...module, transportToken: null } : module
    const transport = replaced ? {} : await transportInfo(deps, trx, known, edit, settings, publicUrl)
    await logRegistration(trx, caller, before, settings)
    const signature = newSecret !== undefined && { signature: { secret: newSecret } }
    return { info: { ...registrationInfo(unknown), ...shops, ...transport, ...signature }, changedKeys, edit }
  })
  deps.keys.forget(caller.accountId, ...changedKeys)
  await deps.live.publish(caller.accountId, { type: 'module-changed', code })
  const warnings = await addressWarnings(deps, edit)
  return { success: true as const, info, ...(warnings.length > 0 && { warnings }) }
}

/** D-23: a clientId names one module. One that a module has had all along stays: it was accepted then. */
const rejectTakenClientId = async (
  trx: Db,
  moduleId: number,
  before: string | null | undefined,
  clientId: string | null | undefined,
): Promise<void> => {
  if (!clientId || clientId === before) return
  await lockClientId(trx, clientId)
  const module = await findClientIdOwner(trx, clientId, moduleId)
  if (module !== undefined) fail('client_id_taken', { values: { clientId, module } })
}

/** What requests to the module would be refused for, by the rules of the guard itself. It waits for no slow name server. */
const addressWarnings = async ({ config }: Deps, edit: IntegrationModuleEdit): Promise<string[]> => {
  const warnings = Object.entries(namedAddresses(edit)).map(async ([name, address]) => {
    const reason = address === undefined ? undefined : await whyUncallable(config.egress, address, RESOLVE_MS)
    return reason === undefined
      ? []
      : [
          `${name}: ${address} will not be called: ${reason}. An operator can allow addresses and ports (EGRESS_ALLOW, EGRESS_PORTS)`,
        ]
  })
  return (await Promise.all(warnings)).flat()
}

type Binding = { changedKeys: string[]; binds: boolean; replaced: boolean }

/**
 * D-81, D-83: a key is bound by its first registration, and no other key acts for the module then. The module is locked,
 * so of two keys that register one code the second finds the first. D-162: the transport token of the keys before ends.
 * What the key may do is read after the module is locked: a secret that somebody makes later is not for a key replaced before.
 */
const bindKey = async (trx: Db, caller: KeyCaller, code: string, module: Module | undefined): Promise<Binding> => {
  const known = (await findBinding(trx, caller.keyId)) ?? fail('key_wrong')
  if (known.modules.includes(code)) return { changedKeys: [], binds: false, replaced: known.replaced }
  const key = (await lockBinding(trx, caller.keyId)) ?? fail('key_wrong')
  const decision = decideKey(key, code, module, await hasOtherKey(trx, code, caller.keyId))
  if (!decision.ok) return fail(decision.because, { values: { code, module: key.modules.join(', ') } })
  if (!decision.binds) return { changedKeys: [caller.keyId], binds: false, replaced: key.replaced }
  if (module) await deleteTransportToken(trx, module.id)
  await insertModuleOfKey(trx, caller.keyId, code)
  const replaced = await deleteModuleOfOtherKeys(trx, code, caller.keyId)
  for (const id of replaced) {
    await insertAction(trx, {
      recordType: 'API keys',
      actor: `API key ${caller.keyId}`,
      action: 'api-key.replaced',
      subject: id,
      detail: { successor: caller.keyId, module: code },
    })
  }
  return { changedKeys: [caller.keyId, ...replaced], binds: true, replaced: false }
}

const decide = (before: Module | undefined, path: string, edit: IntegrationModuleEdit): ModuleSettings => {
  const decision = decideEdit(before, path, edit)
  return decision.ok ? decision.settings : fail('entity_invalid', { fields: decision.fields })
}

/**
 * Locks the module's row, or creates it. Of two concurrent registrations of one code the second waits for the first and
 * becomes an update (M-02). A module that a user had deleted starts anew, with a new secret.
 */
const lockOrCreateModule = async (deps: Deps, trx: Db, accountId: number, path: string, editOf: EditOf) => {
  const secret = newSecret()
  const sealed = seal(deps, { accountId, code: path }, 'signing', secret)
  const known = await lockModule(trx, path)
  const inserted = !known && (await insertModule(trx, decide(undefined, path, editOf(undefined)), sealed))
  const module = known ?? (await lockModule(trx, path)) ?? fail('internal')
  if (inserted) return { module, before: undefined, edit: editOf(undefined), newSecret: secret, found: undefined }
  const before = module.removed ? undefined : module
  const edit = editOf(before)
  if (before && !edit.rotateSecret) return { module, before, edit, newSecret: undefined, found: module }
  await updateSigningSecret(trx, module.id, sealed, before ? SECRET_OVERLAP_HOURS : 0)
  if (!before) await deleteTransportToken(trx, module.id)
  return { module: before ?? { ...module, transportToken: null }, before, edit, newSecret: secret, found: module }
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

const replaceToken = async (deps: Deps, trx: Db, module: Module): Promise<string> => {
  const token = newToken()
  await updateTransportToken(trx, module.id, seal(deps, module, 'transport', token), sha256(token))
  return token
}

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
  return { mgTransport: { endpointUrl: publicUrl, token: kept ?? (await replaceToken(deps, trx, module)) } }
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
    action: before ? 'module.changed' : 'module.registered',
    subject: after.code,
    // A thief of a key would change an address: every change is logged.
    detail: {
      kinds: kindsOf(after.integrations),
      addresses: { before: addressesOf(before), after: addressesOf(after) },
    },
  })

/** D-162: read after the module. The other way round a key replaced in between would get the secrets made after that. */
const readsSecretsNow = async (trx: Db, caller: KeyCaller, code: string): Promise<boolean> =>
  readsSecrets((await findBinding(trx, caller.keyId)) ?? fail('key_wrong'), code)

/** M-06, D-12 */
export const showModule: Action<Deps, typeof getModule> = async (deps, caller, { params }) => {
  const { module, isOwn } = await inAccount(deps.db, caller.accountId, async (trx) => {
    if (!(await mayNow(trx, caller, (key) => canUseModule(key, params.code)))) fail('not_found')
    const found = (await findModule(trx, params.code)) ?? fail('not_found')
    return { module: found, isOwn: await readsSecretsNow(trx, caller, params.code) }
  })
  const [signingSecret] = isOwn ? signingSecrets(deps, module) : []
  const transportToken = isOwn ? openTransportToken(deps, module) : undefined
  return { success: true, integrationModule: present(module, { transportToken, signingSecret }) }
}

/** D-09, D-162: for a module whose secrets may have leaked; its author gets the new ones by hand, or its own key reads them. */
export const rotateSecret: Action<Deps, typeof rotateModuleSecret> = async (deps, caller, { params }) => {
  const secret = newSecret()
  const transportToken = await inAccount(deps.db, caller.accountId, async (trx) => {
    const module = await lockModule(trx, params.code)
    if (!module || module.removed) return fail('not_found')
    if (isLocked(module)) fail('module_locked')
    await updateSigningSecret(trx, module.id, seal(deps, module, 'signing', secret), SECRET_OVERLAP_HOURS)
    const token = module.integrations.mgTransport && (await replaceToken(deps, trx, module))
    await insertAction(trx, {
      recordType: 'Integration modules',
      actor: await getUserName(trx, caller.userId),
      action: 'module.secret-rotated',
      subject: params.code,
    })
    return token
  })
  return { success: true, secret, ...(transportToken !== undefined && { transportToken }) }
}
