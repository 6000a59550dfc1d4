import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideRoute, type RoutingRequest, type Teammate, whyUnavailable, withAssigned } from './rules.ts'

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))

const SALES = { id: 7, name: 'Sales' }
const at = (minute: number) => new Date(Date.UTC(2026, 1, 3, 10, minute))
const person = (userId: number, more: Partial<Teammate> = {}): Teammate => ({
  userId,
  active: true,
  online: true,
  status: 'free',
  onCall: false,
  openChats: 0,
  chatCapacity: 5,
  idleSince: null,
  groupIds: [SALES.id],
  hasExtension: true,
  ...more,
})
const CHAT: RoutingRequest = { kind: 'chat', isOpen: true }
const verdictsOf = (team: Teammate[], request: RoutingRequest) =>
  Object.fromEntries(decideRoute(team, request).candidates.map(({ userId, verdict }) => [userId, verdict]))

describe('whyUnavailable', () => {
  const why = (more: Partial<Teammate>, request = CHAT) => whyUnavailable(person(1, more), request)

  it('names the first thing that keeps somebody from taking a conversation', () => {
    expect(why({})).toBeUndefined()
    expect(why({ active: false, online: false })).toEqual({ code: 'inactive' })
    expect(why({ online: false, status: 'busy' })).toEqual({ code: 'offline' })
    expect(why({ online: undefined })).toEqual({ code: 'presence-unknown' })
    expect(why({ status: 'dinner', onCall: true })).toEqual({ code: 'status', status: 'dinner' })
    expect(why({ onCall: true, openChats: 9 })).toEqual({ code: 'on-call' })
    expect(why({ openChats: 5 })).toEqual({ code: 'full', open: 5, most: 5 })
    expect(why({ openChats: 4 })).toBeUndefined()
    expect(why({ chatCapacity: 0 })).toEqual({ code: 'no-chats' })
    expect(why({ hasExtension: false })).toBeUndefined()
  })

  it('a call needs an extension, and chats do not keep anybody from it', () => {
    const call: RoutingRequest = { kind: 'call', isOpen: true }
    expect(why({ hasExtension: false }, call)).toEqual({ code: 'no-extension' })
    expect(why({ openChats: 9, chatCapacity: 0 }, call)).toBeUndefined()
    expect(why({ onCall: true }, call)).toEqual({ code: 'on-call' })
  })

  it('who did not reply does not get the escalated conversation again', () => {
    const escalated = { ...CHAT, unanswered: { userId: 1, minutes: 15 } }
    expect(why({}, escalated)).toEqual({ code: 'did-not-reply', minutes: 15 })
    expect(whyUnavailable(person(2), escalated)).toBeUndefined()
  })
})

describe('decideRoute', () => {
  it('the responsible manager comes first, however busy they are and whatever their group', () => {
    const team = [person(1), person(2, { openChats: 4, groupIds: [] })]
    const request = { ...CHAT, group: SALES, responsible: { userId: 2, because: 'order' } as const }
    const { candidates: _candidates, ...route } = decideRoute(team, request)
    expect(route).toEqual({ userId: 2, result: { code: 'responsible', because: 'order' } })
    expect(verdictsOf(team, request)).toEqual({ 2: { code: 'chosen' }, 1: { code: 'not-responsible' } })
  })

  it('without the responsible manager the group, and in it the one with the fewest chats, then the longest idle', () => {
    const team = [
      person(1, { online: false }),
      person(2, { openChats: 1 }),
      person(3, { idleSince: at(9) }),
      person(4, { idleSince: at(5) }),
      person(5, { groupIds: [] }),
      person(6, { idleSince: at(5) }),
    ]
    const request = { ...CHAT, group: SALES, responsible: { userId: 1, because: 'customer' } as const }
    expect(decideRoute(team, request)).toMatchObject({ userId: 4, result: { code: 'group', group: 'Sales' } })
    expect(verdictsOf(team, request)).toEqual({
      4: { code: 'chosen' },
      6: { code: 'same' },
      3: { code: 'less-idle', since: at(9).toISOString() },
      2: { code: 'more-chats', open: 1, chosenOpen: 0 },
      5: { code: 'outside-group', group: 'Sales' },
      1: { code: 'offline' },
    })
  })

  it('who has had nothing yet has been idle longest', () => {
    expect(decideRoute([person(1, { idleSince: at(0) }), person(2)], CHAT)).toMatchObject({
      userId: 2,
      result: { code: 'team' },
    })
  })

  it('nobody while the shop is closed, with the time when it opens; those who are free have that reason', () => {
    const request = { ...CHAT, isOpen: false, opensAt: at(30) }
    expect(decideRoute([person(1), person(2, { online: false })], request)).toEqual({
      result: { code: 'closed', opensAt: at(30).toISOString() },
      candidates: [
        { userId: 1, verdict: { code: 'closed' } },
        { userId: 2, verdict: { code: 'offline' } },
      ],
    })
    expect(decideRoute([], { ...CHAT, isOpen: false })).toEqual({ result: { code: 'closed' }, candidates: [] })
  })

  it('nobody when no member of the group is free, even if others are', () => {
    const team = [person(1, { status: 'busy' }), person(2, { groupIds: [] })]
    expect(decideRoute(team, { ...CHAT, group: SALES })).toEqual({
      result: { code: 'nobody-free' },
      candidates: [
        { userId: 2, verdict: { code: 'outside-group', group: 'Sales' } },
        { userId: 1, verdict: { code: 'status', status: 'busy' } },
      ],
    })
  })
})

const Team = fc
  .array(
    fc.record({
      active: fc.boolean(),
      online: fc.constantFrom(true, true, true, false, undefined),
      status: fc.constantFrom('free', 'free', 'free', 'busy', 'dinner', 'break') as fc.Arbitrary<Teammate['status']>,
      onCall: fc.constantFrom(false, false, false, true),
      openChats: fc.integer({ min: 0, max: 6 }),
      chatCapacity: fc.integer({ min: 0, max: 8 }),
      idleSince: fc.option(fc.integer({ min: 0, max: 59 }).map(at)),
      groupIds: fc.subarray([SALES.id, 8]),
      hasExtension: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((people) => people.map((one, index): Teammate => ({ ...one, userId: index + 1 })))

const Request = (team: readonly Teammate[]) =>
  fc.record({
    kind: fc.constantFrom('chat', 'call') as fc.Arbitrary<RoutingRequest['kind']>,
    isOpen: fc.constantFrom(true, true, true, false),
    group: fc.option(fc.constant(SALES), { nil: undefined }),
    responsible: fc.option(
      fc.integer({ min: 1, max: team.length + 1 }).map((userId) => ({ userId, because: 'customer' as const })),
      { nil: undefined },
    ),
    unanswered: fc.option(
      fc.integer({ min: 1, max: team.length + 1 }).map((userId) => ({ userId, minutes: 15 })),
      { nil: undefined },
    ),
  })

/** Written apart from the rules: who can take it at this moment. */
const isFree = (one: Teammate, { kind, unanswered }: RoutingRequest): boolean =>
  one.active &&
  one.online === true &&
  one.status === 'free' &&
  !one.onCall &&
  one.userId !== unanswered?.userId &&
  (kind === 'call' ? one.hasExtension : one.openChats < one.chatCapacity)

const PASSED_OVER = ['closed', 'outside-group', 'not-responsible', 'more-chats', 'less-idle', 'same']

describe(`10,000 random teams, seed ${SEED}`, () => {
  const runs = { numRuns: 10_000, seed: SEED }

  it('everybody has one reason, no free person is passed over without one, and it is true', () => {
    const cases = Team.chain((team) => fc.tuple(fc.constant(team), Request(team)))
    fc.assert(
      fc.property(cases, ([team, request]) => {
        const { userId, candidates } = decideRoute(team, request)
        expect(candidates.map((one) => one.userId).toSorted((a, b) => a - b)).toEqual(team.map((one) => one.userId))
        const { group, isOpen, responsible } = request
        const serves = (one: Teammate) =>
          isFree(one, request) && (!group || one.groupIds.includes(group.id) || one.userId === responsible?.userId)
        expect(userId !== undefined).toBe(isOpen && team.some(serves))
        const chosen = team.find((one) => one.userId === userId)
        for (const one of team) {
          const verdict = candidates.find((candidate) => candidate.userId === one.userId)?.verdict
          if (one === chosen) expect([verdict?.code, serves(one)]).toEqual(['chosen', true])
          else expect(PASSED_OVER.includes(verdict?.code ?? '')).toBe(isFree(one, request))
          if (verdict?.code === 'more-chats') expect(one.openChats).toBeGreaterThan(chosen?.openChats ?? 99)
          if (verdict?.code === 'less-idle')
            expect(Number(one.idleSince)).toBeGreaterThan(Number(chosen?.idleSince ?? 0))
          if (verdict?.code === 'outside-group') expect(one.groupIds).not.toContain(SALES.id)
        }
      }),
      runs,
    )
  })

  it('between equals the load differs by at most one, through any number of assignments', () => {
    const cases = fc.tuple(Team, fc.boolean(), fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 24 }))
    fc.assert(
      fc.property(cases, ([random, inGroup, openChats, assignments]) => {
        const request: RoutingRequest = { ...CHAT, group: inGroup ? SALES : undefined }
        let team = random.map((one) => ({ ...one, openChats }))
        const pool = () => team.filter((one) => !inGroup || one.groupIds.includes(SALES.id))
        const equals = new Set(pool().flatMap((one) => (isFree(one, request) ? one.userId : [])))
        for (let n = 0; n < assignments; n++) {
          const { userId } = decideRoute(team, request)
          team = withAssigned(team, userId, at(n))
          const loads = pool().filter((one) => equals.has(one.userId))
          const most = Math.max(openChats, ...loads.map((one) => one.openChats))
          // Who is full cannot keep up.
          const withRoom = loads.filter((one) => one.openChats < one.chatCapacity)
          for (const one of withRoom) expect(most - one.openChats).toBeLessThanOrEqual(1)
        }
      }),
      runs,
    )
  })
})
