import type { Deps } from '../deps.ts'
import type { Db } from '../lib/db.ts'
import { listDueChatIds } from './due-store.ts'
import { WEBHOOK_LANE } from './queue.ts'

/** The transport can be told again: it was switched on, enabled, or has another address. */
export const wakeWebhooks = async (deps: Pick<Deps, 'lanes'>, trx: Db, moduleId: number): Promise<void> => {
  const chatIds = await listDueChatIds(trx, moduleId)
  if (chatIds.length > 0) await deps.lanes.wakeAll(trx, WEBHOOK_LANE, chatIds.map(String), String(moduleId))
}
