import type {
  ChannelRouting,
  listChannelRouting,
  listChatDecisions,
  saveChannelRouting,
} from '@patchbay/contract/chats/workspace/assignment'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { enqueueRouting } from '../../platform/routing/service.ts'
import { listDecisions } from '../../platform/routing/store.ts'
import { listShopIds } from '../../platform/shops/store.ts'
import { getUserName, listGroups } from '../../platform/users/store.ts'
import { listActiveChannels, listChannelsById } from '../channels/store.ts'
import { findChat } from '../conversations/store.ts'
import { listChannelSettings, saveChannelSettings } from './store.ts'

export const showChannelRouting: Action<Deps, typeof listChannelRouting> = (deps, { accountId }) =>
  inAccount(deps.db, accountId, async (trx) => {
    const settings = new Map((await listChannelSettings(trx)).map((one) => [one.channelId, one]))
    const codes = new Map([...(await listShopIds(trx))].map(([code, id]) => [id, code]))
    const channels = (await listActiveChannels(trx)).map(({ id, type, name }): ChannelRouting => {
      const own = settings.get(id)
      const shop = codes.get(own?.shopId ?? 0)
      return {
        id,
        type: type as ChannelRouting['type'],
        name: name ?? '',
        enabled: own?.enabled ?? true,
        ...(shop !== undefined && { shop }),
        ...(own?.groupCode && { group: own.groupCode }),
        awayText: own?.awayText ?? '',
      }
    })
    return { success: true, channels }
  })

export const saveChannel: Action<Deps, typeof saveChannelRouting> = async (deps, caller, { params, body }) => {
  const { enabled, shop, group, awayText } = body
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const [channel = fail('not_found')] = await listChannelsById(trx, [params.id])
    const shopId = shop === undefined ? null : (await listShopIds(trx)).get(shop)
    const groupId = group === undefined ? null : (await listGroups(trx)).find(({ code }) => code === group)?.id
    if (shopId === undefined) return fail('entity_invalid', { fields: { shop: 'is not a shop here' } })
    if (groupId === undefined) return fail('entity_invalid', { fields: { group: 'is not a group here' } })
    await saveChannelSettings(trx, { channelId: channel.id, enabled, shopId, groupId, awayText })
    await insertAction(trx, {
      recordType: 'Chats',
      actor: await getUserName(trx, caller.userId),
      action: 'channel-routing.saved',
      subject: channel.name ?? String(channel.id),
      detail: { enabled, shop: shop ?? 'default', group: group ?? 'of the shop', awayText },
    })
    await enqueueRouting(deps, trx)
  })
  await deps.lanes.notifyWorkers()
  return { success: true }
}

export const showChatDecisions: Action<Deps, typeof listChatDecisions> = (deps, caller, { params }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const chat = (await findChat(trx, params.id)) ?? fail('not_found')
    return { success: true, decisions: await listDecisions(trx, { chatId: chat.id }) }
  })
