import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { WEBHOOK_LANE } from './service.ts'
import { listDueChatIds } from './store.ts'

/** The transport can be told again: it was switched on, enabled, or has another address. */
export const wakeWebhooks = async (deps: Pick<Deps, 'lanes'>, trx: Db, moduleId: number): Promise<void> => {
  const chatIds = await listDueChatIds(trx, moduleId)
  if (chatIds.length > 0) await deps.lanes.wakeAll(trx, WEBHOOK_LANE, chatIds.map(String), String(moduleId))
}
