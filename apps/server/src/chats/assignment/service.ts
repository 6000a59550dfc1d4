import { listResponsible } from '../../crm/phone-lookup/store.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { RoutingRequest, Teammate } from '../../platform/routing/rules.ts'
import {
  loadShopRouting,
  loadTeam,
  type ShopRouting,
  shopRequest,
  withPresence,
} from '../../platform/routing/service.ts'
import { listChannelSettings, type PendingChat } from './store.ts'

/** How conversations of a channel are routed: its own settings, else those of its shop. */
type ChannelRules = ShopRouting & { enabled: boolean; group: ShopRouting['group'] }

export type RoutingContext = {
  now: Date
  timezone: string
  team: Teammate[]
  channel: (channelId: number) => ChannelRules
  responsible: Awaited<ReturnType<typeof listResponsible>>
}

const loadChannelRules = async (trx: Db): Promise<(channelId: number) => ChannelRules> => {
  const shop = await loadShopRouting(trx)
  const settings = new Map((await listChannelSettings(trx)).map((one) => [one.channelId, one]))
  return (channelId) => {
    const own = settings.get(channelId)
    const ofShop = shop(own?.shopId ?? null)
    const group = own?.group && { groupId: own.group.id, name: own.group.name, shopId: 0, code: own.groupCode ?? '' }
    return {
      enabled: own?.enabled ?? true,
      hours: ofShop.hours,
      awayText: own?.awayText || ofShop.awayText,
      group: group ?? ofShop.group,
    }
  }
}

/** Everything that decisions about these conversations need. Presence is read after the transaction. */
export const loadRoutingContext = async (
  deps: Deps,
  accountId: number,
  chats: readonly PendingChat[],
): Promise<RoutingContext> => {
  const { timezone } = await deps.accounts.account(accountId)
  const { people, ...rest } = await inAccount(deps.db, accountId, async (trx) => {
    const responsible = await listResponsible(
      trx,
      chats.flatMap(({ customerId }) => customerId ?? []),
    )
    const alsoIds = [
      ...[...responsible.values()].map(({ userId }) => userId),
      ...chats.flatMap((c) => c.managerId ?? []),
    ]
    return { responsible, people: await loadTeam(deps, trx, alsoIds), channel: await loadChannelRules(trx) }
  })
  return { ...rest, now: deps.now(), timezone, team: await withPresence(deps, accountId, people) }
}

export const requestFor = (
  { channelId, customerId }: Pick<PendingChat, 'channelId' | 'customerId'>,
  { channel, responsible, now, timezone }: RoutingContext,
  unanswered?: RoutingRequest['unanswered'],
): RoutingRequest => ({
  kind: 'chat',
  responsible: responsible.get(customerId ?? 0),
  ...shopRequest(channel(channelId), now, timezone),
  unanswered,
})
