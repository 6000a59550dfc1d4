import { toDecimal, ZERO } from '@patchbay/contract/base/money'
import type { Db } from '../../lib/db/database.ts'
import type { Delivery } from './delivery-rules.ts'

const isEmpty = ({ type, cost, date, time, address }: Delivery): boolean =>
  type === null && cost === ZERO && date === null && Object.keys({ ...time, ...address }).length === 0

/** An order without a delivery has no row. */
export const saveDelivery = async (
  db: Db,
  orderId: number,
  { delivery, currency }: { delivery: Delivery; currency: string },
): Promise<void> => {
  if (isEmpty(delivery)) {
    await db.deleteFrom('order_delivery').where('order_id', '=', orderId).execute()
    return
  }
  const row = {
    type: delivery.type,
    cost: toDecimal(delivery.cost, currency),
    day: delivery.date,
    time: JSON.stringify(delivery.time),
    address: JSON.stringify(delivery.address),
  }
  await db
    .insertInto('order_delivery')
    .values({ order_id: orderId, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'order_id']).doUpdateSet(row))
    .execute()
}
