import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import { moduleOfKey } from '../../platform/api-keys/rules.ts'
import { withModulesNow } from '../../platform/api-keys/service.ts'
import { findModule, type Module } from '../../platform/modules/store.ts'

/** D-100: the module that a key is bound to. A key without a module sees them all elsewhere; here it has none. */
export const getOwnModule = (deps: Deps, caller: KeyCaller, asked: string | undefined): Promise<Module> =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const isKnown = caller.modules.includes(asked ?? moduleOfKey(caller) ?? '')
    const key = isKnown ? caller : await withModulesNow(trx, caller)
    const code = asked ?? moduleOfKey(key) ?? fail('module_not_named')
    if (!key.modules.includes(code)) fail('access_denied')
    return (await findModule(trx, code)) ?? fail('access_denied')
  })
