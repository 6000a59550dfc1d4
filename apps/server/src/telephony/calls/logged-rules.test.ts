import { expect, it } from 'vitest'
import { canEditLogged, decideLoggedCall } from './logged-rules.ts'

const now = new Date('2026-11-16T12:00:00Z')
const context = { userId: 7, customerId: 3, shopId: null, country: 'US', now }
const logged = {
  direction: 'out',
  phone: ' +1 202 555 0101 ',
  startedAt: '2026-11-16T11:50:00.000Z',
  duration: 90,
  result: 'answered',
} as const

it('is an ended call of the user, reported by no module', () => {
  expect(decideLoggedCall(logged, context)).toMatchObject({
    ok: true,
    call: {
      ...{ direction: 'out', state: 'ended', result: 'answered', missed: false, recorded: false, loggedBy: 7 },
      ...{
        phone: '+1 202 555 0101',
        phoneKey: '+12025550101',
        userId: 7,
        customerId: 3,
        duration: 90,
        recordUrl: null,
      },
      legs: [{ userId: 7, from: '2026-11-16T11:50:00.000Z', to: '2026-11-16T11:51:30.000Z' }],
    },
  })
})

it('[D-25] an unanswered incoming call was missed, and nobody talked', () => {
  expect(decideLoggedCall({ ...logged, direction: 'in', result: 'no answer' }, context)).toMatchObject({
    ok: true,
    call: { missed: true, duration: 0, answeredAt: null },
  })
})

it('cannot be in the future', () => {
  expect(decideLoggedCall({ ...logged, startedAt: '2026-11-16T12:04:00Z' }, context)).toMatchObject({ ok: true })
  expect(decideLoggedCall({ ...logged, startedAt: '2026-11-16T12:06:00Z' }, context)).toEqual({
    ok: false,
    fields: { startedAt: 'is in the future' },
  })
})

it('is changed by its author and by administrators; a call of an exchange by nobody', () => {
  expect(canEditLogged({ userId: 7, role: 'manager' }, { loggedBy: 7 })).toBe(true)
  expect(canEditLogged({ userId: 7, role: 'read-only' }, { loggedBy: 7 })).toBe(false)
  expect(canEditLogged({ userId: 8, role: 'team-lead' }, { loggedBy: 7 })).toBe(false)
  expect(canEditLogged({ userId: 8, role: 'admin' }, { loggedBy: 7 })).toBe(true)
  expect(canEditLogged({ userId: 8, role: 'admin' }, { loggedBy: null })).toBe(false)
})
