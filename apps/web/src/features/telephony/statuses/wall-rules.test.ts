import { expect, it } from 'vitest'
import { type Member, wallTeam } from './wall-rules.ts'

const AT = '2026-11-18T09:00:00.000Z'
const member = (id: number, firstName: string, more: Partial<Member> = {}): Member => ({
  id,
  firstName,
  lastName: '',
  status: 'free',
  statusSince: AT,
  online: true,
  ...more,
})

it('wallTeam: the free first, then who talks, also without a browser; nobody who is offline', () => {
  const talking = { id: 1, direction: 'in', state: 'talking', phone: '••• 01', startedAt: AT } as const
  const answeredAt = '2026-11-18T09:05:00.000Z'
  const team = wallTeam(
    [
      member(1, 'Dan', { status: 'break' }),
      member(2, 'Cleo', { online: false }),
      member(3, 'Ben', { online: false }),
      member(4, 'Ann'),
      member(5, 'Abe', { status: 'busy' }),
    ],
    [
      { ...talking, answeredAt, userIds: [3] },
      { ...talking, state: 'ringing', userIds: [4] },
    ],
  )
  expect(team.map(({ name, state, since }) => [name, state, since])).toEqual([
    ['Ann', 'free', AT],
    ['Ben', 'onCall', answeredAt],
    ['Abe', 'busy', AT],
    ['Dan', 'break', AT],
  ])
})
