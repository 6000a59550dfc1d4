import type {
  getModuleDetails,
  listModules as listModulesEndpoint,
  ModuleSummary,
  rotateModuleSecret,
} from '@patchbay/contract/integration-modules/workspace/health'
import { newSecret } from '@patchbay/sdk/signature'
import { findHealth } from '../../chats/webhook-endpoints/store.ts'
import { presentEndpoint } from '../../chats/webhook-endpoints/view.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { sealPlace, windowOf } from '../../platform/modules/client.ts'
import { findModule, listModules, lockModule, type Module, updateSigningSecret } from '../../platform/modules/store.ts'
import { listModuleTraffic, type ModuleTraffic } from '../../platform/traffic/store.ts'
import { nameOf } from '../../platform/users/actions.ts'
import { kindsOf, SECRET_OVERLAP_HOURS } from '../registration/rules.ts'

// What administrators see of modules, and the one thing they may change that modules cannot see.

const summaryOf = (
  module: Module,
  traffic: ModuleTraffic | undefined,
  restsUntil: Date | undefined,
): ModuleSummary => ({
  code: module.code,
  name: module.name,
  ...(module.logo !== null && { logo: module.logo }),
  active: module.active,
  freeze: module.frozen,
  kinds: kindsOf(module.integrations),
  ...(module.accountUrl !== null && { accountUrl: module.accountUrl }),
  ...(traffic && {
    lastTraffic: { ...traffic.last, at: traffic.last.at.toISOString() },
    health: {
      exchanges: traffic.exchanges,
      failed: traffic.failed,
      medianMs: traffic.medianMs,
      since: traffic.since.toISOString(),
    },
  }),
  ...(restsUntil && { restsUntil: restsUntil.toISOString() }),
  toldOfState: module.toldVersion >= module.stateVersion,
})

const summarize = async (trx: Db, modules: Module[], resting: Map<string, Date>): Promise<ModuleSummary[]> => {
  const codes = modules.map(({ code }) => code)
  const traffic = new Map((await listModuleTraffic(trx, codes)).map((one) => [one.moduleCode, one]))
  return modules.map((module) => summaryOf(module, traffic.get(module.code), resting.get(windowOf(module))))
}

// Redis is asked outside of the transaction: while it is away the answer takes its time.
const whichRest = (deps: Deps, modules: Module[]) => deps.breakers.whichRest(modules.map(windowOf))

export const showModules: Action<Deps, typeof listModulesEndpoint> = async (deps, caller) => {
  const modules = await inAccount(deps.db, caller.accountId, listModules)
  const resting = await whichRest(deps, modules)
  const summaries = await inAccount(deps.db, caller.accountId, (trx) => summarize(trx, modules, resting))
  return { success: true, modules: summaries }
}

const transportOf = async (trx: Db, module: Module) => {
  const { mgTransport } = module.integrations
  if (!mgTransport) return {}
  const endpoint = presentEndpoint(module, await findHealth(trx, module.id))
  const { webhookUrl } = mgTransport
  return { transport: { ...(webhookUrl !== undefined && { webhookUrl }), endpoint } }
}

export const showModuleDetails: Action<Deps, typeof getModuleDetails> = async (deps, caller, { params }) => {
  const found = await inAccount(deps.db, caller.accountId, (trx) => findModule(trx, params.code))
  const module = found ?? fail('not_found')
  const resting = await whichRest(deps, [module])
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const [summary = fail('internal')] = await summarize(trx, [module], resting)
    const { telephony, payment } = module.integrations
    return {
      success: true,
      module: {
        ...summary,
        ...(module.baseUrl !== null && { baseUrl: module.baseUrl }),
        ...(module.clientId !== null && { clientId: module.clientId }),
        ...(module.apiKeyId !== null && { apiKeyId: module.apiKeyId }),
        ...(telephony && { telephony }),
        ...(payment && { payment }),
        ...(await transportOf(trx, module)),
        ...(module.oldSecretUntil &&
          module.oldSecretUntil > deps.now() && { oldSecretUntil: module.oldSecretUntil.toISOString() }),
      },
    }
  })
}

/** D-09: for a module whose secret may have been seen; its author is given the new one by hand. */
export const rotateSecret: Action<Deps, typeof rotateModuleSecret> = async (deps, caller, { params }) => {
  const secret = newSecret()
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const module = await lockModule(trx, params.code)
    if (!module || module.removed) return fail('not_found')
    const sealed = deps.sealer.seal(sealPlace(module, 'signing'), secret)
    await updateSigningSecret(trx, module.id, sealed, SECRET_OVERLAP_HOURS)
    await insertAction(trx, {
      recordType: 'Integration modules',
      actor: await nameOf(trx, caller.userId),
      action: 'rotated the signing secret',
      subject: params.code,
    })
  })
  return { success: true, secret }
}
