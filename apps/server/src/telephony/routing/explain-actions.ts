import type { explainManagerLookup } from '@patchbay/contract/telephony/workspace/routing'
import { responsibleManager } from '../../crm/phone-lookup/rules.ts'
import { findCustomersByPhone } from '../../crm/phone-lookup/service.ts'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { isEnabled } from '../../platform/modules/rules.ts'
import { listModules } from '../../platform/modules/store.ts'
import { findUser } from '../../platform/users/store.ts'
import { listExtensionsOf } from '../settings/store.ts'
import { explainResult } from './rules.ts'
import { routeCall } from './service.ts'

/** D-28: the lookup that exchanges make, with what decided it, for the administrator who wonders. */
export const explainLookup: Action<Deps, typeof explainManagerLookup> = async (deps, { accountId }, { query }) => {
  const { phone, customers } = await findCustomersByPhone(deps, accountId, query.phone)
  const [best] = customers
  const responsible = best && responsibleManager(best)
  const { modules, user, extensions } = await inAccount(deps.db, accountId, async (trx) => ({
    modules: (await listModules(trx)).filter((module) => module.integrations.telephony && isEnabled(module)),
    user: responsible && (await findUser(trx, responsible.userId)),
    extensions: responsible ? await listExtensionsOf(trx, responsible.userId) : [],
  }))
  const online = user && (await deps.presence.listOnline(accountId, [user.id]))?.has(user.id)
  const route = await routeCall(deps, accountId, { matches: customers, shopId: null })
  const manager = user &&
    responsible && {
      id: user.id,
      firstName: user.firstName,
      lastName: user.lastName,
      because: responsible.because,
      active: user.active,
      ...(online !== undefined && { online }),
      status: user.status,
    }
  return {
    success: true,
    lookup: {
      phone: phone.e164 ?? query.phone,
      ...(best && { customer: { id: best.id, firstName: best.firstName, lastName: best.lastName } }),
      others: Math.max(customers.length - 1, 0),
      ...(manager && { manager }),
      modules: modules.map(({ id, code, name }) => {
        const extension = extensions.find(({ moduleId }) => moduleId === id)?.code
        const result = explainResult(best !== undefined, manager, extension)
        return { code, name, ...(extension !== undefined && { extension }), result }
      }),
    },
    route: { at: deps.now().toISOString(), cause: 'call', ...route },
  }
}
