import type { ModuleResolution } from '@patchbay/contract/telephony/event-rules'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import { withModulesNow } from '../../platform/api-keys/service.ts'
import { resolveModule } from './rules.ts'

/** D-23: the module that sent a request. Before a refusal the key is read again: it may have been bound to the module just now. */
export const getSender = async (
  deps: Deps,
  caller: KeyCaller,
  telephony: Parameters<typeof resolveModule>[0],
  clientId: string | undefined,
  codes: readonly string[] = [],
): Promise<Extract<ModuleResolution, { ok: true }>> => {
  const module = resolveModule(telephony, caller, clientId, codes)
  if (module.ok) return module
  // A key that acts for every module was refused for another reason.
  if (caller.everyModule) return fail(module.because)
  const key = await inAccount(deps.db, caller.accountId, (trx) => withModulesNow(trx, caller))
  const found = resolveModule(telephony, key, clientId, codes)
  return found.ok ? found : fail(found.because)
}
