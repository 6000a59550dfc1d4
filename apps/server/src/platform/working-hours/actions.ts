import type { listWorkingHours, saveWorkingHours } from '@patchbay/contract/platform/workspace/working-hours'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../action-log/store.ts'
import { enqueueRouting } from '../routing/service.ts'
import { listShops, lockShop } from '../shops/store.ts'
import { getUserName } from '../users/store.ts'
import { hoursProblems, isOpenAt } from './rules.ts'
import { deleteHours, listHours, saveHours } from './store.ts'

export const showHours: Action<Deps, typeof listWorkingHours> = async (deps, { accountId }) => {
  const { timezone } = await deps.accounts.account(accountId)
  const now = deps.now()
  return inAccount(deps.db, accountId, async (trx) => {
    const stored = new Map((await listHours(trx)).map((one) => [one.shopId, one]))
    const shops = (await listShops(trx)).map(({ id, code, name }) => {
      const { hours, awayText = '' } = stored.get(id) ?? {}
      return { code, name, ...(hours && { hours }), awayText, openNow: isOpenAt(hours, now, timezone) }
    })
    return { success: true, shops }
  })
}

export const saveShopHours: Action<Deps, typeof saveWorkingHours> = async (deps, caller, { params, body }) => {
  const { hours, awayText } = body
  const fields = hours ? hoursProblems(hours) : {}
  if (Object.keys(fields).length > 0) fail('entity_invalid', { fields })
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const shop = (await lockShop(trx, params.code)) ?? fail('not_found')
    if (hours) await saveHours(trx, { shopId: shop.id, hours, awayText })
    else await deleteHours(trx, shop.id)
    await insertAction(trx, {
      recordType: 'Shops',
      actor: await getUserName(trx, caller.userId),
      action: 'working-hours.saved',
      subject: shop.code,
      detail: { hours: hours ?? 'always open', awayText },
    })
    await enqueueRouting(deps, trx)
  })
  await deps.lanes.notifyWorkers()
  return { success: true }
}
