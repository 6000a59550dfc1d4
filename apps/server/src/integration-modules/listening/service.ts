import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import { moduleOfKey } from '../../platform/api-keys/rules.ts'
import { findModule, type Module } from '../../platform/modules/store.ts'

/** D-100: the module that a key is bound to. A key without a module sees them all elsewhere; here it has none. */
export const getOwnModule = async (deps: Deps, caller: KeyCaller, asked: string | undefined): Promise<Module> => {
  const code = asked ?? moduleOfKey(caller) ?? fail('module_not_named')
  if (!caller.modules.includes(code)) fail('access_denied')
  return (await inAccount(deps.db, caller.accountId, (trx) => findModule(trx, code))) ?? fail('access_denied')
}
