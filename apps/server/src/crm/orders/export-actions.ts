import type { Order, OrderFilter } from '@patchbay/contract/crm/orders'
import { listSortedOrders } from '@patchbay/contract/crm/workspace/orders'
import { pageOf } from '../../lib/db/keyset-cursor.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { defineExportList } from '../../platform/exports/service.ts'
import { listShops } from '../../platform/shops/store.ts'
import { listDeliveryTypes, listOrderStatuses } from '../references/store.ts'
import { decideFilter } from './filter-rules.ts'
import { presentOrdersById } from './service.ts'
import { listSortedIds, type Sorting } from './sorted-store.ts'

const PAGE = 500

type Statuses = { status: (code: string) => string; deliveryType: (code: string) => string }

export const orderExport = defineExportList<Order, Sorting & { filter?: OrderFilter }, Statuses>({
  name: 'orders',
  endpoint: listSortedOrders,
  cells: {
    id: ({ id }) => id,
    number: ({ number }) => number,
    externalId: ({ externalId }) => externalId,
    createdAt: ({ createdAt }) => createdAt,
    // A status that was renamed has the account's name, any other one the user's language.
    status: ({ status }, names, label) => (label(status) === status ? names.status(status) : label(status)),
    shop: ({ site }) => site,
    firstName: ({ firstName }) => firstName,
    lastName: ({ lastName }) => lastName,
    phone: ({ phone }) => phone,
    email: ({ email }) => email,
    manager: ({ managerId }, names) => names.user(managerId),
    items: ({ items }) => items.map(({ productName, quantity }) => `${productName} × ${quantity}`).join('; '),
    discount: ({ discountManualAmount }) => discountManualAmount,
    deliveryType: ({ delivery }, names) => delivery.code && names.deliveryType(delivery.code),
    deliveryCost: ({ delivery }) => delivery.cost,
    deliveryDate: ({ delivery }) => delivery.date,
    city: ({ delivery }) => delivery.address.city,
    address: ({ delivery }) => delivery.address.text,
    total: ({ totalSumm }) => totalSumm,
    paid: ({ prepaySum }) => prepaySum,
    currency: ({ currency }) => currency,
    customerComment: ({ customerComment }) => customerComment,
    managerComment: ({ managerComment }) => managerComment,
  },
  load: async (trx) => {
    const names = new Map((await listOrderStatuses(trx)).map(({ code, name }) => [code, name]))
    const types = new Map((await listDeliveryTypes(trx)).map(({ code, name }) => [code, name]))
    return { status: (code) => names.get(code) ?? code, deliveryType: (code) => types.get(code) ?? code }
  },
  read: async (deps, { accountId }, { filter = {}, ...sorting }, after) => {
    const { timezone: zone } = await deps.accounts.account(accountId)
    return inAccount(deps.db, accountId, async (trx) => {
      const decision = decideFilter(filter, { shops: await listShops(trx), sites: null, zone, now: deps.now() })
      if (!decision.ok) return fail('input_invalid', { fields: decision.fields })
      const rows = await listSortedIds(trx, decision.query, sorting, after?.toString(), PAGE + 1)
      const { page, next } = pageOf(rows, PAGE)
      const ids = page.map(({ id }) => id)
      return { rows: await presentOrdersById(trx, ids, zone), next }
    })
  },
})
