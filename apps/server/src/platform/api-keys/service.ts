import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import { deleteTokensWithoutKey } from '../modules/store.ts'
import { actsForEveryModule } from './rules.ts'
import { findBinding, issueKey, type NewKey } from './store.ts'

/**
 * For a key that takes no other's place. D-162: the transport token of a module that no key was left for does not work again
 * with its next key.
 */
export const issueKeyAndEndOldTokens = async (
  trx: Db,
  key: Omit<NewKey, 'id' | 'secretHash'>,
): Promise<{ id: string; text: string }> => {
  if (key.modules?.length) await deleteTokensWithoutKey(trx, key.modules)
  return issueKey(trx, key)
}

/** D-81: the caller with the modules that its key has now. */
export const withModulesNow = async (trx: Db, caller: KeyCaller): Promise<KeyCaller> => {
  const { modules, replaced } = (await findBinding(trx, caller.keyId)) ?? fail('key_wrong')
  const everyModule = caller.everyModule && actsForEveryModule({ modules, forModule: false })
  return { ...caller, modules, everyModule, replaced }
}

/**
 * Whether a key may do what `may` says of its modules. A process knows a key for up to a second (cache.ts), in which a module may
 * have registered with it at another process: before a refusal the key is read again, and otherwise never.
 */
export const mayNow = async (trx: Db, caller: KeyCaller, may: (key: KeyCaller) => boolean): Promise<boolean> =>
  may(caller) || may(await withModulesNow(trx, caller))
