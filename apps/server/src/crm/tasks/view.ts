import type { WorkspaceTask } from '@patchbay/contract/crm/workspace/tasks'
import type { ListedTask } from './store.ts'

export const viewTask = (task: ListedTask): WorkspaceTask => ({
  id: task.id,
  content: task.content,
  commentary: task.commentary,
  ...(task.performerId !== null && { performerId: task.performerId }),
  ...(task.dueAt && { dueAt: task.dueAt.toISOString() }),
  ...(task.customerId !== null && { customerId: task.customerId }),
  ...(task.customerName !== null && { customerName: task.customerName }),
  ...(task.orderId !== null && { orderId: task.orderId }),
  ...(task.orderNumber !== null && { orderNumber: task.orderNumber }),
  ...(task.phone !== null && { phone: task.phone }),
  ...(task.chatId !== null && { chatId: task.chatId }),
  ...(task.callId !== null && { callId: task.callId }),
  ...(task.repeat !== null && { repeat: task.repeat }),
  createdAt: task.createdAt.toISOString(),
  ...(task.doneAt && { doneAt: task.doneAt.toISOString() }),
  ...(task.doneBecause !== null && { doneBecause: task.doneBecause }),
})
