import type {
  getModuleDetails,
  listModules as listModulesEndpoint,
  ModuleSummary,
} from '@patchbay/contract/integration-modules/workspace/health'
import { findHealth } from '../../chats/webhook-endpoints/store.ts'
import { presentEndpoint } from '../../chats/webhook-endpoints/view.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { circuitKey } from '../../platform/modules/client.ts'
import { findModule, listModules, type Module } from '../../platform/modules/store.ts'
import { listModuleTraffic } from '../../platform/traffic/store.ts'
import { summaryOf } from './view.ts'

const summarize = async (trx: Db, modules: Module[], openCircuits: Map<string, Date>): Promise<ModuleSummary[]> => {
  const codes = modules.map(({ code }) => code)
  const traffic = new Map((await listModuleTraffic(trx, codes)).map((one) => [one.moduleCode, one]))
  return modules.map((module) => summaryOf(module, traffic.get(module.code), openCircuits.get(circuitKey(module))))
}

// Outside of the transaction: without Redis this waits for a time-out.
const listOpenCircuits = (deps: Deps, modules: Module[]) => deps.circuits.listOpenCircuits(modules.map(circuitKey))

export const showModules: Action<Deps, typeof listModulesEndpoint> = async (deps, caller) => {
  const modules = await inAccount(deps.db, caller.accountId, listModules)
  const openCircuits = await listOpenCircuits(deps, modules)
  const summaries = await inAccount(deps.db, caller.accountId, (trx) => summarize(trx, modules, openCircuits))
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
  const openCircuits = await listOpenCircuits(deps, [module])
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const [summary = fail('internal')] = await summarize(trx, [module], openCircuits)
    const { telephony, payment } = module.integrations
    const laneErrors = await deps.lanes.listErrors(trx, [String(module.id), `payment/${module.id}`])
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
        laneErrors: laneErrors.map((one) => ({ ...one, lastErrorAt: one.lastErrorAt.toISOString() })),
        ...(module.oldSecretUntil &&
          module.oldSecretUntil > deps.now() && { oldSecretUntil: module.oldSecretUntil.toISOString() }),
      },
    }
  })
}
