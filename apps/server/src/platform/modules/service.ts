import type { Deps } from '../../deps.ts'
import { inAccountQuery } from '../../lib/db/transaction.ts'
import type { TransportCaller } from '../../lib/http-in/callers.ts'
import { sha256 } from '../../lib/security/digest.ts'
import { transportQuery } from './store.ts'

/** D-60: the module that a transport token belongs to. */
export const authenticateTransport = async (
  deps: Pick<Deps, 'pool' | 'db'>,
  accountId: number,
  token: string,
): Promise<TransportCaller | undefined> => {
  const [module] = await inAccountQuery(deps.pool, accountId, transportQuery(deps.db, sha256(token)))
  return module && { by: 'transport-token', accountId, moduleId: module.id, moduleCode: module.code }
}
