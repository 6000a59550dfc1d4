import type { Db } from '../../lib/db/database.ts'
import { deleteTokensWithoutKey } from '../modules/store.ts'
import { issueKey, type NewKey } from './store.ts'

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
