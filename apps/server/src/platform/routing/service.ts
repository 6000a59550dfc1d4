import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { listShops } from '../shops/store.ts'
import { isOpenAt, nextOpening } from '../working-hours/rules.ts'
import { listHours, type StoredHours } from '../working-hours/store.ts'
import { ROUTING_LANE, type RoutingRequest, type Teammate } from './rules.ts'
import { listShopGroups, listTeam, type ShopGroup } from './store.ts'

/** What an area knows about the work of users; areas do not know one another, so deps.ts lists them. */
export type Workload = { userId: number; onCall?: boolean; openChats?: number; lastWorkAt?: Date | null }
export type WorkloadSource = { name: string; list: (trx: Db, userIds: readonly number[]) => Promise<Workload[]> }

type Person = Omit<Teammate, 'online'>

const latest = (...times: (Date | null | undefined)[]): Date | null =>
  times.reduce<Date | null>((last, at) => (at && (!last || at > last) ? at : last), null)

/** The team without presence, which is read outside of the transaction. `alsoIds`: responsible managers, even inactive ones. */
export const loadTeam = async (
  deps: Pick<Deps, 'workloads'>,
  trx: Db,
  alsoIds: readonly number[],
  extensionsOf: ReadonlySet<number> = new Set(),
): Promise<Person[]> => {
  const team = await listTeam(trx, alsoIds)
  const userIds = team.map(({ userId }) => userId)
  const loads = new Map<number, Workload[]>()
  for (const source of deps.workloads)
    for (const load of await source.list(trx, userIds))
      loads.set(load.userId, [...(loads.get(load.userId) ?? []), load])
  return team.map(({ assignedAt, ...person }) => {
    const own = loads.get(person.userId) ?? []
    return {
      ...person,
      onCall: own.some(({ onCall }) => onCall === true),
      openChats: own.reduce((sum, { openChats = 0 }) => sum + openChats, 0),
      idleSince: latest(assignedAt, ...own.map(({ lastWorkAt }) => lastWorkAt)),
      hasExtension: extensionsOf.has(person.userId),
    }
  })
}

/** Outside of transactions: presence is in Redis. */
export const withPresence = async (
  deps: Pick<Deps, 'presence'>,
  accountId: number,
  team: readonly Person[],
): Promise<Teammate[]> => {
  const online = await deps.presence.listOnline(
    accountId,
    team.map(({ userId }) => userId),
  )
  return team.map((person) => ({ ...person, online: online?.has(person.userId) }))
}

export type ShopRouting = { hours: StoredHours['hours'] | undefined; awayText: string; group: ShopGroup | undefined }

/** Working hours and group of each shop. What belongs to no shop belongs to the first, the default one. */
export const loadShopRouting = async (trx: Db): Promise<(shopId: number | null) => ShopRouting> => {
  const [shops, hours, groups] = [await listShops(trx), await listHours(trx), await listShopGroups(trx)]
  return (given) => {
    const shopId = given ?? shops[0]?.id
    const stored = hours.find((one) => one.shopId === shopId)
    return {
      hours: stored?.hours,
      awayText: stored?.awayText ?? '',
      group: groups.find((one) => one.shopId === shopId),
    }
  }
}

/** The part of a request that follows from the shop, at a moment. */
export const shopRequest = (
  { hours, group }: Pick<ShopRouting, 'hours' | 'group'>,
  now: Date,
  timezone: string,
): Pick<RoutingRequest, 'group' | 'isOpen' | 'opensAt'> => ({
  group: group && { id: group.groupId, name: group.name },
  isOpen: isOpenAt(hours, now, timezone),
  opensAt: nextOpening(hours, now, timezone),
})

/** Somebody may be free now, or something has to be routed: the worker looks at once. One lane per account keeps decisions in order. */
export const enqueueRouting = (deps: Pick<Deps, 'lanes'>, trx: Db): Promise<void> =>
  deps.lanes.enqueue(trx, { kind: ROUTING_LANE, key: 'chats', endpoint: 'routing' }, 'at once')
