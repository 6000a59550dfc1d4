import { endOfDay, fromLocalTime } from '@patchbay/contract/base/local-time'
import type { createTask as createTaskEndpoint } from '@patchbay/contract/crm/tasks'
import type {
  assignTask,
  completeTask as completeTaskEndpoint,
  listDueTasks as listDueTasksEndpoint,
  listTasks as listTasksEndpoint,
} from '@patchbay/contract/crm/workspace/tasks'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { waitingList } from '../../lib/db/waiting-list.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { publishRead } from '../../platform/notifications/service.ts'
import { listExistingUserIds } from '../../platform/users/store.ts'
import { findCustomerByRef } from '../customers/service.ts'
import type { Order } from '../orders/rules.ts'
import { findOrder, findVisibleOrderId, type OrderSelector } from '../orders/store.ts'
import { listDueTasks } from './due-store.ts'
import { addTask, notifyAssignee, publishTasks, readTaskNotifications } from './service.ts'
import { completeTask, listTasks, updatePerformer } from './store.ts'
import { viewTask } from './view.ts'

const PAGE = 50

type Entity = { id?: number; externalId?: string; number?: string; site?: string }

const wrong = (field: string, why: string): never => fail('entity_invalid', { fields: { [field]: why } })

const customerFor = async (trx: Db, caller: KeyCaller, entity: Entity): Promise<number> => {
  const named =
    entity.id !== undefined
      ? ({ by: 'id', id: String(entity.id) } as const)
      : ({ by: 'externalId', id: entity.externalId ?? '' } as const)
  const customer = findCustomerByRef(trx, caller, { ...named, ...(entity.site && { site: entity.site }) })
  return (await customer.catch(() => undefined))?.id ?? wrong('customer', 'there is no such customer')
}

const orderSelector = ({ id, number, externalId }: Entity): OrderSelector => {
  if (id !== undefined) return { id }
  return number !== undefined ? { number } : { externalId: externalId ?? '' }
}

const findVisibleOrder = async (trx: Db, caller: KeyCaller, entity: Entity): Promise<Order | undefined> => {
  const id = await findVisibleOrderId(trx, caller, orderSelector(entity))
  return id === undefined ? undefined : findOrder(trx, id)
}

export const createTask: Action<Deps, typeof createTaskEndpoint> = async (deps, caller, { body }) => {
  const { text, commentary, datetime, performerId, phone, customer, order } = body.task
  const { timezone } = await deps.accounts.account(caller.accountId)
  const dueAt = datetime === undefined ? null : (fromLocalTime(datetime, timezone) ?? wrong('datetime', 'is no time'))
  const id = await inAccount(deps.db, caller.accountId, async (trx) => {
    if (performerId !== undefined && !(await listExistingUserIds(trx, [performerId])).has(performerId))
      wrong('performerId', 'there is no such user')
    const found = order && ((await findVisibleOrder(trx, caller, order)) ?? wrong('order', 'there is no such order'))
    const customerId = customer ? await customerFor(trx, caller, customer) : (found?.customer?.id ?? null)
    const about = { customerId, orderId: found?.id ?? null, phone: phone ?? null }
    const content = { kind: 'custom', text } as const
    return addTask(trx, { content, commentary: commentary ?? '', dueAt, performerId: performerId ?? null, ...about })
  })
  await deps.lanes.notifyWorkers()
  await publishTasks(deps, caller.accountId)
  return { success: true, id: id ?? fail('internal') }
}

export const showTasks: Action<Deps, typeof listTasksEndpoint> = async (deps, caller, { query }) => {
  const { of, ...filter } = query
  const mine = of === 'me' && { performerId: caller.userId }
  const tasks = await inAccount(deps.db, caller.accountId, (trx) => listTasks(trx, { ...filter, ...mine }, PAGE))
  const last = tasks.length === PAGE ? tasks.at(-1) : undefined
  return { success: true, tasks: tasks.map(viewTask), ...(last && { next: last.mark }) }
}

/** By the end of today, in the time zone of the account. */
export const showDueTasks: Action<Deps, typeof listDueTasksEndpoint> = async (deps, { accountId, userId }) => {
  const { timezone } = await deps.accounts.account(accountId)
  const before = endOfDay(deps.now(), timezone)
  const { items, count } = waitingList(await inAccount(deps.db, accountId, (trx) => listDueTasks(trx, userId, before)))
  return { success: true, tasks: { items: items.map(viewTask), count } }
}

export const assign: Action<Deps, typeof assignTask> = async (deps, caller, { params, body }) => {
  const { performerId } = body
  const users = await inAccount(deps.db, caller.accountId, async (trx) => {
    if (performerId !== undefined && !(await listExistingUserIds(trx, [performerId])).has(performerId))
      wrong('performerId', 'there is no such user')
    const task = (await updatePerformer(trx, params.id, performerId ?? null)) ?? fail('not_found')
    const before = await readTaskNotifications(trx, params.id)
    await notifyAssignee(trx, 'task-assigned', { taskId: params.id, performerId, task, actorId: caller.userId })
    return before
  })
  await publishRead(deps, caller.accountId, users)
  await deps.lanes.notifyWorkers()
  await publishTasks(deps, caller.accountId)
  return { success: true }
}

export const finishTask: Action<Deps, typeof completeTaskEndpoint> = async (deps, caller, { params, body }) => {
  const because = body.because ?? `done by user ${caller.userId}`
  const users = await inAccount(deps.db, caller.accountId, async (trx) => {
    if (!(await completeTask(trx, params.id, because))) fail('not_found')
    return readTaskNotifications(trx, params.id)
  })
  await publishRead(deps, caller.accountId, users)
  await publishTasks(deps, caller.accountId)
  return { success: true }
}
