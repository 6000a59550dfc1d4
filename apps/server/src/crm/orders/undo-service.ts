import { type Minor, type Quantity, type Read, readMoney, readQuantity, ZERO } from '@patchbay/contract/base/money'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import { entityDeleted } from '../history/rules.ts'
import { insertChanges } from '../history/store.ts'
import { listPayments } from '../order-payments/store.ts'
import { listOrderStatuses } from '../references/store.ts'
import { removeOrderFromIndex } from '../search/service.ts'
import { hasTasks } from '../tasks/store.ts'
import { diffFields } from '../timeline/rules.ts'
import { deliveryFrom, type deliveryHistory } from './delivery-rules.ts'
import { changesDelivery, changesWhatIsPaidFor, draftOf, historyOf, type Order, type OrderDraft } from './rules.ts'
import { afterOrderChanged, changedOrder } from './service.ts'
import { deleteOrder, findOrder, updateOrder } from './store.ts'

// What the undo of an import needs: an order as it was, or as if it had never been.

/** As `historyOf` writes it. */
export type OrderSnapshot = Partial<ReturnType<typeof deliveryHistory>> & {
  externalId: string | null
  customerId: number | null
  managerId: number | null
  status: string
  firstName: string
  lastName: string
  patronymic: string
  phone: string
  email: string
  customerComment: string
  managerComment: string
  items: { externalId?: string; name: string; price: string; quantity: string; vat: string }[]
  discount: string
  total: string
}

export const snapshotOf = (order: Order): OrderSnapshot => historyOf(draftOf(order)) as OrderSnapshot

/** Snapshots are our own, so a value that cannot be read is a fault of ours. */
const take = <T>(read: Read<T>): T => (read.ok ? read.value : fail('internal'))

const draftFrom = (before: Order, snapshot: OrderSnapshot, open: boolean): OrderDraft => {
  const { items, discount, total, ...rest } = snapshot
  const money = (text: string): Minor => take(readMoney(text, before.currency)) ?? ZERO
  const quantity = (text: string): Quantity => take(readQuantity(text))
  return {
    ...draftOf(before),
    ...rest,
    open,
    items: items.map((item) => ({
      ...{ id: null, externalId: item.externalId ?? null, name: item.name, vat: item.vat },
      ...{ price: money(item.price), quantity: quantity(item.quantity) },
    })),
    discount: money(discount),
    delivery: deliveryFrom(snapshot, before.currency),
    total: money(total),
  }
}

/** The caller has the lock. */
export const restoreOrder = async (trx: Db, now: Order, then: OrderSnapshot, actor: string): Promise<void> => {
  const statuses = await listOrderStatuses(trx)
  const draft = draftFrom(now, then, statuses.find(({ code }) => code === then.status)?.open ?? true)
  const changes = diffFields(historyOf(draftOf(now)), historyOf(draft))
  if (Object.keys(changes).length === 0) return
  await updateOrder(trx, now.id, draft, {
    raise: changesWhatIsPaidFor(changes),
    items: 'items' in changes,
    delivery: changesDelivery(changes),
    status: 'status' in changes,
  })
  await afterOrderChanged(trx, now, (await findOrder(trx, now.id)) ?? fail('internal'), actor)
}

/** Whether somebody works with the order: it has a payment or a task. */
export const isOrderInUse = async (trx: Db, id: number): Promise<boolean> =>
  (await listPayments(trx, [id])).length > 0 || hasTasks(trx, { orderId: id })

/** The caller has the lock, and has checked that the order is not in use. */
export const removeOrder = async (trx: Db, order: Order, actor: string): Promise<void> => {
  await deleteOrder(trx, order.id)
  await removeOrderFromIndex(trx, order.id)
  await insertChanges(trx, changedOrder(order, actor), [entityDeleted(order.id)])
}
