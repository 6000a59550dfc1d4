import type { Db } from '../../lib/db/database.ts'
import { isEnabled } from '../../platform/modules/rules.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { type Channel, listChannelsById } from './store.ts'

/** D-97: channels as users may use them: one whose module is off or deleted is not active. */
export const listChannelsForUsers = async (trx: Db, ids: readonly number[]): Promise<Channel[]> => {
  const channels = await listChannelsById(trx, ids)
  const enabled = new Set<number>()
  for (const id of new Set(channels.map(({ moduleId }) => moduleId))) {
    const module = await findModuleById(trx, id)
    if (module && isEnabled(module)) enabled.add(id)
  }
  return channels.map((channel) => ({ ...channel, active: channel.active && enabled.has(channel.moduleId) }))
}

export const getChannelForUsers = async (trx: Db, id: number): Promise<Channel> => {
  const [channel] = await listChannelsForUsers(trx, [id])
  if (!channel) throw new Error(`there is no channel ${id}`)
  return channel
}
