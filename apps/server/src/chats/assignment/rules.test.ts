import { describe, expect, it } from 'vitest'
import type { RoutingRequest, Teammate } from '../../platform/routing/rules.ts'
import { needsManager, planRoutes, resultKey } from './rules.ts'

const person = (userId: number, more: Partial<Teammate> = {}): Teammate => ({
  userId,
  active: true,
  online: true,
  status: 'free',
  onCall: false,
  openChats: 0,
  chatCapacity: 2,
  idleSince: null,
  groupIds: [],
  hasExtension: false,
  ...more,
})
const request: RoutingRequest = { kind: 'chat', isOpen: true }
const now = new Date('2026-02-03T10:00:00.000Z')

describe('needsManager', () => {
  it('a conversation without a manager, or with one who no longer works here', () => {
    const team = [person(1), person(2, { active: false }), person(3, { online: false })]
    expect([null, 1, 2, 3, 4].map((managerId) => needsManager(managerId, team))).toEqual([
      true,
      false,
      true,
      false,
      true,
    ])
  })
})

describe('planRoutes', () => {
  it('each assignment counts for the next, until nobody has room', () => {
    const chats = Array.from({ length: 5 }, (_, chatId) => ({ chatId, managerId: null, request }))
    const { routes, team } = planRoutes([person(1), person(2)], chats, now)
    expect(routes.map(({ chat, route }) => [chat.chatId, route.userId, route.result.code])).toEqual([
      [0, 1, 'team'],
      [1, 2, 'team'],
      [2, 1, 'team'],
      [3, 2, 'team'],
      [4, undefined, 'nobody-free'],
    ])
    expect(team.map(({ openChats, idleSince }) => [openChats, idleSince])).toEqual([
      [2, now],
      [2, now],
    ])
  })
})

describe('resultKey', () => {
  it('a wait is recorded again only when its reason changes', () => {
    const keyOf = (result: Parameters<typeof resultKey>[0]['result']) => resultKey({ result, candidates: [] })
    expect(keyOf({ code: 'nobody-free' })).toBe('nobody-free')
    expect(keyOf({ code: 'closed', opensAt: now.toISOString() })).toBe(`closed ${now.toISOString()}`)
    expect(keyOf({ code: 'closed' })).toBe('closed ')
  })
})
