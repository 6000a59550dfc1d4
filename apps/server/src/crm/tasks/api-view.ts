import { toLocalTime } from '@patchbay/contract/base/local-time'
import type { Task } from '@patchbay/contract/crm/tasks'
import type { ListedTask } from './store.ts'

/** Programs get no sentence: the kind of a task that the system created, and what it is about. */
const textOf = ({ content, phone, orderNumber }: ListedTask): string =>
  'text' in content ? content.text : [content.kind, phone ?? orderNumber].filter(Boolean).join(' ')

export const apiTask = (task: ListedTask, zone: string): Task => ({
  id: task.id,
  text: textOf(task),
  commentary: task.commentary,
  ...(task.dueAt && { datetime: toLocalTime(task.dueAt, zone) }),
  createdAt: toLocalTime(task.createdAt, zone),
  complete: task.doneAt !== null,
  ...(task.createdBy !== null && { creator: task.createdBy }),
  ...(task.performerId !== null && { performer: task.performerId }),
  performerType: 'user',
  ...(task.phone !== null && { phone: task.phone }),
  ...(task.customerId !== null && { customer: { id: task.customerId } }),
  ...(task.orderId !== null && {
    order: { id: task.orderId, ...(task.orderNumber !== null && { number: task.orderNumber }) },
  }),
})
