import { fromLocalTime } from '@patchbay/contract/base/local-time'
import { paginationOf, requestedPage } from '@patchbay/contract/base/pages'
import type { editApiTask, getApiTask, listApiTasks as listEndpoint, TaskFilters } from '@patchbay/contract/crm/tasks'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf, type KeyCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { timesOf } from '../../lib/http-in/time-filters.ts'
import { publishRead } from '../../platform/notifications/service.ts'
import { isShopVisible, visibleShops } from '../../platform/shops/rules.ts'
import { listShops } from '../../platform/shops/store.ts'
import { listExistingUserIds } from '../../platform/users/store.ts'
import { findCustomer } from '../customers/store.ts'
import { findOrder, findVisibleOrderId } from '../orders/store.ts'
import { type ApiTaskFilter, listApiTasks } from './api-store.ts'
import { apiTask } from './api-view.ts'
import { dayOfMonth } from './rules.ts'
import { finishTask, notifyAssignee, publishTasks, readTaskNotifications } from './service.ts'
import { type ListedTask, lockTask, rowsOf, toListed, updateTask } from './store.ts'

const wrong = (field: string, why: string): never => fail('entity_invalid', { fields: { [field]: why } })

const filterFor = async (trx: Db, caller: KeyCaller, filter: TaskFilters, zone: string): Promise<ApiTaskFilter> => {
  const { status, performers, orderNumber, customerId } = filter
  const { from, to } = timesOf(filter, zone)
  const order = orderNumber === undefined ? undefined : await findVisibleOrderId(trx, caller, { number: orderNumber })
  return {
    ...(status && { done: status === 'completed' }),
    ...(performers && { performers }),
    ...(orderNumber !== undefined && { orderIds: order === undefined ? [] : [order] }),
    ...(customerId !== undefined && { customerId }),
    ...(from && { dueFrom: from }),
    ...(to && { dueTo: to }),
    shopIds: caller.sites === null ? null : visibleShops(await listShops(trx), caller.sites).map(({ id }) => id),
  }
}

export const showApiTasks: Action<Deps, typeof listEndpoint> = async (deps, caller, { query }) => {
  const { timezone } = await deps.accounts.account(caller.accountId)
  const page = requestedPage(query)
  const { total, tasks } = await inAccount(deps.db, caller.accountId, async (trx) =>
    listApiTasks(trx, await filterFor(trx, caller, query.filter ?? {}, timezone), page),
  )
  return { success: true, pagination: paginationOf(page, total), tasks: tasks.map((task) => apiTask(task, timezone)) }
}

/** D-05: a key that is limited to shops sees the tasks about their orders and customers. */
const isVisible = async (trx: Db, { sites }: KeyCaller, { orderId, customerId }: ListedTask): Promise<boolean> => {
  if (sites === null) return true
  if (orderId !== null) return isShopVisible(sites, (await findOrder(trx, orderId))?.site ?? null)
  return customerId !== null && isShopVisible(sites, (await findCustomer(trx, customerId))?.site ?? null)
}

export const showApiTask: Action<Deps, typeof getApiTask> = async (deps, caller, { params }) => {
  const { timezone } = await deps.accounts.account(caller.accountId)
  const task = await inAccount(deps.db, caller.accountId, async (trx) => {
    const row = await rowsOf(trx).where('t.id', '=', params.id).executeTakeFirst()
    const found = row && toListed(row)
    return found && (await isVisible(trx, caller, found)) ? found : fail('not_found')
  })
  return { success: true, task: apiTask(task, timezone) }
}

export const changeApiTask: Action<Deps, typeof editApiTask> = async (deps, caller, { params, body }) => {
  const { text, commentary, datetime, performerId, complete } = body.task
  const { timezone: zone } = await deps.accounts.account(caller.accountId)
  const users = await inAccount(deps.db, caller.accountId, async (trx) => {
    const before = (await lockTask(trx, params.id)) ?? fail('not_found')
    if (!(await isVisible(trx, caller, before))) fail('not_found')
    if (before.doneAt) return complete === false ? wrong('complete', 'a completed task stays completed') : []
    if (performerId !== undefined && !(await listExistingUserIds(trx, [performerId])).has(performerId))
      wrong('performerId', 'there is no such user')
    if (text !== undefined && before.content.kind !== 'custom') wrong('text', 'of this task cannot be changed')
    const dueAt =
      datetime === undefined ? before.dueAt : (fromLocalTime(datetime, zone) ?? wrong('datetime', 'is no time'))
    const after = {
      content: text === undefined ? before.content : ({ kind: 'custom', text } as const),
      commentary: commentary ?? before.commentary,
      performerId: performerId ?? before.performerId,
      ...{ dueAt, repeat: before.repeat },
      repeatDay: before.repeat === 'monthly' && dueAt ? dayOfMonth(dueAt, zone) : before.repeatDay,
      dueChanged: dueAt?.getTime() !== before.dueAt?.getTime(),
    }
    await updateTask(trx, params.id, after)
    if (complete) await finishTask(trx, params.id, { because: actorOf(caller), zone, now: deps.now() })
    const isReassigned = after.performerId !== before.performerId
    const read = complete || isReassigned || after.dueChanged ? await readTaskNotifications(trx, params.id) : []
    const notice = { taskId: params.id, performerId: after.performerId, task: after.content }
    if (isReassigned && !complete) await notifyAssignee(trx, 'task-assigned', notice)
    return read
  })
  await publishRead(deps, caller.accountId, users)
  await deps.lanes.notifyWorkers()
  await publishTasks(deps, caller.accountId)
  return { success: true, id: params.id }
}
