import type { Db } from '../../lib/db/database.ts'
import type { Move } from '../../lib/db/moved-rows.ts'
import { hasAttachments, moveAttachments } from '../attachments/store.ts'
import { hasNotes, moveNotes } from '../customer-notes/store.ts'
import { hasOrders, moveOrders } from '../orders/store.ts'
import { MISSED_CALL } from '../tasks/rules.ts'
import { completeTasks, hasOpenTask, hasTasks, moveTasks, reopenTasks } from '../tasks/store.ts'
import { listMergedIds, type MovedRows } from './store.ts'

/** Something that belongs to a customer and moves in a merge. */
export type CustomerBelongings = {
  name: string
  /** Returns the ids of the moved rows. */
  move: (trx: Db, move: Move) => Promise<number[]>
  has: (trx: Db, customerId: number) => Promise<boolean>
}

const OF_THIS_AREA: readonly CustomerBelongings[] = [
  { name: 'orders', move: moveOrders, has: hasOrders },
  { name: 'attachments', move: moveAttachments, has: hasAttachments },
  { name: 'notes', move: moveNotes, has: hasNotes },
  { name: 'tasks', move: moveTasks, has: (trx, customerId) => hasTasks(trx, { customerId }) },
]

/** Tasks that the merge completed: there is one open task for all missed calls of a customer. */
const COMPLETED = 'completedTasks'

/** `others`: what the areas above keep of a customer. */
export const moveBelongings = async (
  trx: Db,
  { from, into }: { from: number; into: number },
  others: readonly CustomerBelongings[],
): Promise<MovedRows> => {
  const moved: MovedRows = {}
  if (await hasOpenTask(trx, into, MISSED_CALL))
    moved[COMPLETED] = await completeTasks(trx, { customerId: from, kind: MISSED_CALL, because: 'merged' })
  for (const { name, move } of [...OF_THIS_AREA, ...others]) moved[name] = await move(trx, { from, into })
  return moved
}

/** What was given to a third customer since then stays there. */
export const moveBelongingsBack = async (
  trx: Db,
  { from, into }: { from: number; into: number },
  moved: MovedRows,
  others: readonly CustomerBelongings[],
): Promise<void> => {
  for (const { name, move } of [...OF_THIS_AREA, ...others]) await move(trx, { from, into, ids: moved[name] ?? [] })
  await reopenTasks(trx, moved[COMPLETED] ?? [])
}

/** Whether anything belongs to the customer, or another customer was merged into it. */
export const hasBelongings = async (
  trx: Db,
  customerId: number,
  others: readonly CustomerBelongings[],
): Promise<boolean> => {
  for (const { has } of [...OF_THIS_AREA, ...others]) if (await has(trx, customerId)) return true
  return (await listMergedIds(trx, customerId)).length > 0
}
