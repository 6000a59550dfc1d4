import type { NotificationContent } from '@patchbay/contract/platform/workspace/notifications'
import { describe, expect, it } from 'vitest'
import { type Colleague, kindsToRead, recipientsFor, subjectOf, userIdOf } from './rules.ts'

const [READER, MANAGER, OTHER, LEAD, ADMIN] = [1, 2, 3, 4, 5]
const ACTIVE: Colleague[] = [
  { id: READER, role: 'read-only' },
  { id: MANAGER, role: 'manager' },
  { id: OTHER, role: 'manager' },
  { id: LEAD, role: 'team-lead' },
  { id: ADMIN, role: 'admin' },
]
const GONE = 99

describe('recipientsFor', () => {
  it('the first who is responsible, and nobody else', () => {
    expect(recipientsFor(ACTIVE, { responsible: [OTHER, MANAGER], otherwise: 'manager' })).toEqual([OTHER])
    expect(recipientsFor(ACTIVE, { responsible: [null, MANAGER], otherwise: 'manager' })).toEqual([MANAGER])
  })

  it('one who no longer works here is skipped', () => {
    expect(recipientsFor(ACTIVE, { responsible: [GONE, MANAGER], otherwise: 'manager' })).toEqual([MANAGER])
  })

  it('nobody responsible: everyone with the role or a higher one', () => {
    const nobody = { responsible: [null, GONE] }
    expect(recipientsFor(ACTIVE, { ...nobody, otherwise: 'manager' })).toEqual([MANAGER, OTHER, LEAD, ADMIN])
    expect(recipientsFor(ACTIVE, { ...nobody, otherwise: 'team-lead' })).toEqual([LEAD, ADMIN])
    expect(recipientsFor(ACTIVE, { ...nobody, otherwise: 'nobody' })).toEqual([])
  })

  it('who did it is not notified, and nobody in their place', () => {
    expect(recipientsFor(ACTIVE, { responsible: [MANAGER], otherwise: 'manager', actorId: MANAGER })).toEqual([])
    expect(recipientsFor(ACTIVE, { responsible: [], otherwise: 'team-lead', actorId: ADMIN })).toEqual([LEAD])
  })
})

it.for<[NotificationContent, string]>([
  [{ kind: 'call', callId: 1, phone: '+1' }, '1'],
  [{ kind: 'missed-call', callId: 2, phone: '+1' }, '2'],
  [{ kind: 'message', chatId: 3, from: 'Vera', text: '' }, '3'],
  [{ kind: 'payment-paid', orderId: 4, orderNumber: 'A', amount: '1.00', currency: 'EUR' }, '4'],
  [{ kind: 'payment-held', orderId: 5, orderNumber: 'A', amount: '1.00', currency: 'EUR' }, '5'],
  [{ kind: 'payment-needs-person', orderId: 6, orderNumber: 'A', amount: '1.00', currency: 'EUR' }, '6'],
  [{ kind: 'task-assigned', taskId: 7, task: { kind: 'custom', text: 'Call' } }, '7'],
  [{ kind: 'task-due', taskId: 8, task: { kind: 'missed-call', phone: '+1' } }, '8'],
])('subjectOf: %o is about %s', ([content, subject]) => {
  expect(subjectOf(content)).toBe(subject)
})

it('userIdOf knows users among the actors', () => {
  expect(userIdOf('user:7')).toBe(7)
  expect(userIdOf('module:bank')).toBeUndefined()
  expect(userIdOf('system')).toBeUndefined()
})

it('a list of calls that is opened reads the missed calls, not the one that rings', () => {
  expect(kindsToRead('calls', false)).toEqual(['missed-call'])
  expect(kindsToRead('calls', true)).toEqual(['call', 'missed-call'])
  expect(kindsToRead('payments', false)).toHaveLength(3)
})
