import { expect, it } from 'vitest'
import { notificationPath, notificationTag } from './notification-path.ts'

const payment = { orderId: 4, orderNumber: 'A', amount: '1.00', currency: 'EUR' }
const task = { taskId: 7, task: { kind: 'custom', text: 'Call' } } as const

it('leads to the page of the call, chat or order, and to the list of tasks', () => {
  expect(notificationPath({ kind: 'missed-call', callId: 2, phone: '+1' })).toBe('/calls/2')
  expect(notificationPath({ kind: 'message', chatId: 3, from: 'Vera', text: 'Hi' })).toBe('/chats/3')
  expect(notificationPath({ kind: 'payment-held', ...payment })).toBe('/orders/4')
  expect(notificationPath({ kind: 'task-due', ...task })).toBe('/tasks')
})

it('a missed call replaces the incoming one; tasks do not replace one another', () => {
  const [call, missed] = (['call', 'missed-call'] as const).map((kind) =>
    notificationTag({ kind, callId: 2, phone: '+1' }),
  )
  expect(call).toBe(missed)
  expect(notificationTag({ kind: 'task-due', ...task })).toBe('/tasks/7')
})
