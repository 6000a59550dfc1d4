// Tasks of a demo account: what a team of a shop has to do today and this week.
import { type FixtureTrade, fixtureOrders } from '@patchbay/testkit/fixture-orders'
import { findCustomerId } from '../src/crm/customers/store.ts'
import { addTask } from '../src/crm/tasks/service.ts'
import type { Deps } from '../src/deps.ts'
import { inAccount } from '../src/lib/db/transaction.ts'

const HOUR = 3_600_000

/** In how many hours, counted from now. */
const TASKS: readonly { text: string; commentary?: string; inHours: number; isFree?: boolean }[] = [
  { text: 'Ask whether the parcel arrived in one piece', inHours: 1 },
  { text: 'Send the photo of the delivery note', inHours: 3, commentary: 'The customer asked for it twice' },
  { text: 'Offer a replacement for the item that is out of stock', inHours: 5 },
  { text: 'Call back about the delivery on Saturday', inHours: 2, isFree: true },
  { text: 'Send the catalogue', inHours: 26, commentary: 'The printed one' },
  { text: 'Agree on a day for the collection', inHours: 49, isFree: true },
  { text: 'Ask for a review', inHours: 74 },
]

export const seedTasks = async (
  deps: Deps,
  accountId: number,
  trade: FixtureTrade,
  userIds: Record<string, number>,
): Promise<void> => {
  const latest = fixtureOrders(trade).slice(-TASKS.length)
  await inAccount(deps.db, accountId, async (trx) => {
    for (const [place, { text, commentary, inHours, isFree = false }] of TASKS.entries()) {
      const customerId = await findCustomerId(trx, latest[place]?.customer ?? '')
      const manager = trade.managers[place % 2 === 0 ? 0 : 1]
      await addTask(trx, {
        content: { kind: 'custom', text },
        customerId: customerId ?? null,
        performerId: isFree ? null : (userIds[manager] ?? null),
        dueAt: new Date(deps.now().getTime() + inHours * HOUR),
        ...(commentary !== undefined && { commentary }),
      })
    }
  })
}
