import { endOfDay, fromLocalTime } from '@patchbay/contract/base/local-time'
import type { createTask as createTaskEndpoint } from '@patchbay/contract/crm/tasks'
import type {
  assignTask,
  completeTask as completeTaskEndpoint,
  createWorkspaceTask,
  editTask,
  listDueTasks as listDueTasksEndpoint,
  listTasks as listTasksEndpoint,
  TaskContent,
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
import { findCustomer } from '../customers/store.ts'
import type { Order } from '../orders/rules.ts'
import { findOrder, findVisibleOrderId, type OrderSelector } from '../orders/store.ts'
import { listDueTasks } from './due-store.ts'
import { dayOfMonth, type TaskRepeat } from './rules.ts'
import { addTask, finishTask as finish, notifyAssignee, publishTasks, readTaskNotifications } from './service.ts'
import { listTasks, lockTask, updatePerformer, updateTask } from './store.ts'
import { viewTask } from './view.ts'

const PAGE = 50

type Entity = { id?: number; externalId?: string; number?: string; site?: string }

const wrong = (field: string, why: string): never => fail('entity_invalid', { fields: { [field]: why } })

const checkPerformer = async (trx: Db, performerId: number | undefined): Promise<void> => {
  if (performerId !== undefined && !(await listExistingUserIds(trx, [performerId])).has(performerId))
    wrong('performerId', 'there is no such user')
}

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
    await checkPerformer(trx, performerId)
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
  const { of, overdue, ...filter } = query
  const mine = of === 'me' && { performerId: caller.userId }
  const late = overdue === true && { dueBefore: deps.now() }
  const tasks = await inAccount(deps.db, caller.accountId, (trx) =>
    listTasks(trx, { ...filter, ...mine, ...late }, PAGE),
  )
  const last = tasks.length === PAGE ? tasks.at(-1) : undefined
  return { success: true, tasks: tasks.map(viewTask), ...(last && { next: last.mark }) }
}

type Schedule = { dueAt?: string; repeat?: TaskRepeat }

/** A task that repeats has a due time, from which the next one follows. */
const scheduleOf = ({ dueAt, repeat }: Schedule, zone: string) => {
  if (repeat !== undefined && dueAt === undefined) return wrong('dueAt', 'is needed for a task that repeats')
  const at = dueAt === undefined ? null : new Date(dueAt)
  const repeatDay = repeat === 'monthly' && at ? dayOfMonth(at, zone) : null
  return { dueAt: at, repeat: repeat ?? null, repeatDay }
}

export const createInWorkspace: Action<Deps, typeof createWorkspaceTask> = async (deps, caller, { body }) => {
  const { text, commentary = '', performerId, customerId, orderId, phone, chatId, callId } = body
  const { timezone } = await deps.accounts.account(caller.accountId)
  const schedule = scheduleOf(body, timezone)
  const id = await inAccount(deps.db, caller.accountId, async (trx) => {
    await checkPerformer(trx, performerId)
    const order =
      orderId === undefined
        ? undefined
        : ((await findOrder(trx, orderId)) ?? wrong('orderId', 'there is no such order'))
    const customer =
      customerId === undefined
        ? order?.customer
        : ((await findCustomer(trx, customerId)) ?? wrong('customerId', 'there is no such customer'))
    return addTask(trx, {
      ...{ content: { kind: 'custom', text }, commentary, performerId: performerId ?? null, ...schedule },
      ...{ customerId: customer?.id ?? null, orderId: order?.id ?? null, phone: phone ?? null },
      ...{ chatId: chatId ?? null, callId: callId ?? null, createdBy: caller.userId },
    })
  })
  await deps.lanes.notifyWorkers()
  await publishTasks(deps, caller.accountId)
  return { success: true, id: id ?? fail('internal') }
}

/** What the system created says by itself what is to be done. */
const contentAfter = (content: TaskContent, text: string | undefined): TaskContent => {
  if (text === undefined) return content
  return content.kind === 'custom' ? { kind: 'custom', text } : wrong('text', 'of this task cannot be changed')
}

export const edit: Action<Deps, typeof editTask> = async (deps, caller, { params, body }) => {
  const { commentary = '', performerId } = body
  const { timezone } = await deps.accounts.account(caller.accountId)
  const schedule = scheduleOf(body, timezone)
  const users = await inAccount(deps.db, caller.accountId, async (trx) => {
    const before = (await lockTask(trx, params.id)) ?? fail('not_found')
    if (before.doneAt) return fail('not_found')
    await checkPerformer(trx, performerId)
    const content = contentAfter(before.content, body.text)
    const isReassigned = (performerId ?? null) !== before.performerId
    const dueChanged = schedule.dueAt?.getTime() !== before.dueAt?.getTime()
    await updateTask(trx, params.id, { content, commentary, performerId: performerId ?? null, ...schedule, dueChanged })
    if (!isReassigned && !dueChanged) return []
    const read = await readTaskNotifications(trx, params.id)
    const notice = { taskId: params.id, performerId, task: content, actorId: caller.userId }
    if (isReassigned) await notifyAssignee(trx, 'task-assigned', notice)
    return read
  })
  await publishRead(deps, caller.accountId, users)
  await deps.lanes.notifyWorkers()
  await publishTasks(deps, caller.accountId)
  return { success: true }
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
    await checkPerformer(trx, performerId)
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
  const { timezone: zone } = await deps.accounts.account(caller.accountId)
  const users = await inAccount(deps.db, caller.accountId, async (trx) => {
    if (!(await finish(trx, params.id, { because, zone, now: deps.now() }))) fail('not_found')
    return readTaskNotifications(trx, params.id)
  })
  await publishRead(deps, caller.accountId, users)
  await publishTasks(deps, caller.accountId)
  return { success: true }
}
