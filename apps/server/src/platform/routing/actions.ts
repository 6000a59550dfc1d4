import type {
  changeRoutingSettings,
  getRoutingSettings,
  setShopGroup,
} from '@patchbay/contract/platform/workspace/routing'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { getAccount, updateRouting } from '../accounts/store.ts'
import { insertAction } from '../action-log/store.ts'
import { listShops, lockShop } from '../shops/store.ts'
import { getUserName, listGroups } from '../users/store.ts'
import { enqueueRouting } from './service.ts'
import { listShopGroups, saveShopGroup } from './store.ts'

export const showRouting: Action<Deps, typeof getRoutingSettings> = (deps, { accountId }) =>
  inAccount(deps.db, accountId, async (trx) => {
    const { routing, escalateMinutes } = await getAccount(trx)
    const groupOf = new Map((await listShopGroups(trx)).map(({ shopId, code }) => [shopId, code]))
    const shops = (await listShops(trx)).map(({ id, code, name }) => {
      const group = groupOf.get(id)
      return { code, name, ...(group !== undefined && { group }) }
    })
    const groups = (await listGroups(trx)).map(({ code, name }) => ({ code, name }))
    const escalation = escalateMinutes !== null && { escalateMinutes }
    return { success: true, settings: { enabled: routing, ...escalation, shops, groups } }
  })

export const changeRouting: Action<Deps, typeof changeRoutingSettings> = async (deps, caller, { body }) => {
  const { enabled, escalateMinutes } = body
  await inAccount(deps.db, caller.accountId, async (trx) => {
    await updateRouting(trx, { routing: enabled, escalateMinutes: escalateMinutes ?? null })
    await insertAction(trx, {
      recordType: 'Settings',
      actor: await getUserName(trx, caller.userId),
      action: 'routing.changed',
      detail: { enabled, escalateMinutes: escalateMinutes ?? 'never' },
    })
    await enqueueRouting(deps, trx)
  })
  await deps.lanes.notifyWorkers()
  return { success: true }
}

export const changeShopGroup: Action<Deps, typeof setShopGroup> = async (deps, caller, { params, body }) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const shop = (await lockShop(trx, params.code)) ?? fail('not_found')
    const group = (await listGroups(trx)).find(({ code }) => code === body.group)
    if (body.group !== undefined && !group) fail('entity_invalid', { fields: { group: 'is not a group here' } })
    await saveShopGroup(trx, shop.id, group?.id)
    await insertAction(trx, {
      recordType: 'Shops',
      actor: await getUserName(trx, caller.userId),
      action: 'routing.group-changed',
      subject: shop.code,
      detail: { group: group?.code ?? 'everyone' },
    })
    await enqueueRouting(deps, trx)
  })
  await deps.lanes.notifyWorkers()
  return { success: true }
}
