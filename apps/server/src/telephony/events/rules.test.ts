import type { ModuleResolution, TelephonyModule } from '@patchbay/contract/telephony/event-rules'
import type { CallEvent } from '@patchbay/contract/telephony/events'
import type { CallResult } from '@patchbay/contract/telephony/history'
import { describe, expect, it } from 'vitest'
import type { Call, Leg } from '../calls/rules.ts'
import {
  type CallTarget,
  decideEvent,
  type EventContext,
  eventOfV3,
  happenedAt,
  isLate,
  matchCall,
  numberOf,
  openCall,
  resolveModule,
  resolveTargets,
  shopOnCard,
} from './rules.ts'

describe('decideEvent', () => {
  const [ADA, BRUNO, CLEO] = [1, 2, 3]
  const start = new Date('2026-02-03T10:00:00.000Z')
  const from = start.toISOString()
  const now = new Date('2026-02-03T10:00:20.000Z')
  const at = now.toISOString()
  const unknown = { customerId: null, userId: null, shopId: null, externalPhone: null, recordUrl: null, source: null }
  const untimed = { answeredAt: null, endedAt: null, duration: null, durationWaiting: null }
  const ringing: Call = {
    ...unknown,
    ...untimed,
    direction: 'in',
    state: 'ringing',
    result: null,
    missed: false,
    phone: '+34600000001',
    phoneKey: '34600000001',
    startedAt: start,
    legs: [],
    recorded: false,
  }
  const leg = (userId: number, more: Partial<Leg> = {}): Leg => ({ userId, from, ...more })
  const showTo = (...userIds: number[]): Call => ({ ...ringing, legs: userIds.map((userId) => leg(userId)) })
  const answeredBy = (userId: number): Call => ({
    ...ringing,
    state: 'talking',
    userId,
    answeredAt: start,
    legs: [{ userId, from, answeredAt: from }],
  })
  const decide = (call: Call, event: Partial<CallEvent>, ...named: CallTarget[]) =>
    decideEvent(call, { phone: call.phone, type: 'in', codes: [], userIds: [], ...event }, named, now)
  const nothing = { showTo: [], withdrawFrom: [] }
  const legsAfter = (call: Call, ...named: CallTarget[]): readonly Leg[] => decide(call, {}, ...named).call.legs
  const hangUp = (call: Call, hangupStatus?: CallEvent['hangupStatus'], ...named: CallTarget[]) =>
    decide(call, { type: 'hangup', ...(hangupStatus && { hangupStatus }) }, ...named)

  it('[T-15][D-24] an event that names several users shows the card to each of them, and withdraws none', () => {
    expect(decide(ringing, {}, { userId: ADA, code: '101' }, { userId: BRUNO })).toEqual({
      call: { ...ringing, legs: [leg(ADA, { code: '101', from: at }), leg(BRUNO, { from: at })] },
      showTo: [ADA, BRUNO],
      withdrawFrom: [],
      because: 'moved on',
      outcome: 'rings',
    })
  })

  it('[T-15] an extension without a user becomes a leg, and no card is shown', () => {
    expect(decide(ringing, {}, { code: '999' })).toMatchObject({
      call: { state: 'ringing', legs: [{ code: '999', from: at }] },
      showTo: [],
      withdrawFrom: [],
    })
  })

  it('[T-15][D-25] a user with two ringing extensions sees one card', () => {
    const decision = decide(ringing, {}, { userId: ADA, code: '101' }, { userId: ADA, code: '102' })
    expect(decision.showTo).toEqual([ADA])
    expect(decision.call.legs).toHaveLength(2)
  })

  it('[D-25] a repeated event adds no second leg, neither for a user nor for an unknown extension', () => {
    const call: Call = { ...ringing, legs: [leg(ADA), { code: '999', from }] }
    expect(legsAfter(call, { userId: ADA, code: '101' }, { code: '999' })).toEqual(call.legs)
    expect(legsAfter(call, { code: '998' }, { code: '999' })).toEqual([...call.legs, { code: '998', from: at }])
    expect(legsAfter(call, { userId: BRUNO }, { userId: ADA })).toEqual([...call.legs, { userId: BRUNO, from: at }])
    expect(decide(showTo(ADA), {}, { userId: ADA }).call.legs).toHaveLength(1)
  })

  it('[D-25] an extension that was taken from a user is not that user’s leg', () => {
    const call: Call = { ...ringing, legs: [{ userId: ADA, code: '101', from }] }
    const added = ['101', '102'].map((code) => ({ code, from: at }))
    expect(legsAfter(call, { code: '101' }, { code: '102' })).toEqual([...call.legs, ...added])
  })

  it('[D-25] a user whose leg has ended and who rings again gets a second leg', () => {
    const ended: Leg = leg(ADA, { to: from })
    expect(decide({ ...ringing, legs: [ended] }, {}, { userId: ADA })).toMatchObject({
      call: { state: 'ringing', legs: [ended, { userId: ADA, from: at }] },
      showTo: [ADA],
    })
  })

  it('[D-24] an event without users changes no card, even after an answer', () => {
    expect(decide(showTo(ADA, BRUNO), {})).toMatchObject({ call: showTo(ADA, BRUNO), showTo: [ADA, BRUNO] })
    expect(decide(answeredBy(ADA), {}).call).toEqual(answeredBy(ADA))
  })

  it('[D-24] an event that names two more users withdraws no card', () => {
    expect(decide(showTo(ADA), {}, { userId: BRUNO }, { userId: CLEO })).toMatchObject({
      call: { state: 'ringing' },
      showTo: [ADA, BRUNO, CLEO],
      withdrawFrom: [],
    })
    expect(decide(showTo(ADA, BRUNO), {}, { userId: ADA }, { userId: CLEO }).withdrawFrom).toEqual([])
  })

  it('[D-24] an event that names one of several ringing users is an answer: the card is withdrawn from the others', () => {
    expect(decide(showTo(ADA, BRUNO, CLEO), {}, { userId: BRUNO })).toEqual({
      call: {
        ...ringing,
        state: 'talking',
        userId: BRUNO,
        answeredAt: now,
        legs: [leg(ADA, { to: at }), leg(BRUNO, { answeredAt: at }), leg(CLEO, { to: at })],
      },
      showTo: [BRUNO],
      withdrawFrom: [ADA, CLEO],
      because: 'answered elsewhere',
      outcome: 'answered',
    })
  })

  it('[D-24] an outgoing event that names one user is an answer too', () => {
    const { call, withdrawFrom } = decide(showTo(ADA, BRUNO), { type: 'out' }, { userId: ADA })
    expect([call.state, call.userId, withdrawFrom]).toEqual(['talking', ADA, [BRUNO]])
  })

  it('[D-24] an answer by an extension without a user withdraws the card, and sets no user', () => {
    const call: Call = { ...showTo(ADA), legs: [...showTo(ADA).legs, { code: '999', from }] }
    expect(decide(call, {}, { code: '999' })).toMatchObject({
      call: { state: 'talking', userId: null, legs: [{ to: at }, { code: '999', from, answeredAt: at }] },
      showTo: [],
      withdrawFrom: [ADA],
    })
    expect(decide({ ...call, userId: CLEO }, {}, { code: '999' }).call.userId).toBe(CLEO)
  })

  it('[D-24] a user keeps the time of their first answer after a transfer to a colleague and back', () => {
    const call: Call = { ...answeredBy(ADA), legs: [...answeredBy(ADA).legs, leg(BRUNO)] }
    expect(decide(call, {}, { userId: ADA }).call).toMatchObject({
      userId: ADA,
      answeredAt: start,
      legs: [leg(ADA, { answeredAt: from }), leg(BRUNO, { to: at })],
    })
    const transferred = decide(call, {}, { userId: BRUNO }).call
    expect(transferred).toMatchObject({ userId: BRUNO, answeredAt: start })
    expect(transferred.legs).toEqual([leg(ADA, { answeredAt: from, to: at }), leg(BRUNO, { answeredAt: at })])
  })

  it('[D-24] an event that names one user where it did not ring forwards the call, without an answer', () => {
    expect(decide(showTo(ADA, BRUNO), {}, { userId: CLEO })).toEqual({
      call: { ...ringing, legs: [leg(ADA, { to: at }), leg(BRUNO, { to: at }), { userId: CLEO, from: at }] },
      showTo: [CLEO],
      withdrawFrom: [ADA, BRUNO],
      because: 'moved on',
      outcome: 'forwarded',
    })
    expect(decide(answeredBy(ADA), {}, { userId: BRUNO }).call).toMatchObject({ state: 'ringing', userId: ADA })
  })

  it('[D-85] an answer says who talks, and since when; a repeat changes nothing', () => {
    const answered = decide(showTo(ADA, BRUNO), { type: 'answer' }, { userId: BRUNO })
    expect(answered).toMatchObject({
      call: { state: 'talking', userId: BRUNO, answeredAt: now },
      showTo: [BRUNO],
      withdrawFrom: [ADA],
      because: 'answered elsewhere',
      outcome: 'answered',
    })
    expect(answered.call.legs).toEqual([leg(ADA, { to: at }), leg(BRUNO, { answeredAt: at })])
    expect(decide(answered.call, { type: 'answer' }, { userId: BRUNO }).call).toEqual(answered.call)
  })

  it('[D-85] an answer of an extension at which it did not ring, or of a new call, rings and is answered there', () => {
    const picked = decide(showTo(ADA), { type: 'answer' }, { userId: BRUNO }).call
    expect(picked.legs).toEqual([leg(ADA, { to: at }), { userId: BRUNO, from: at, answeredAt: at }])
    expect(decide(ringing, { type: 'answer' }, { userId: ADA })).toMatchObject({
      call: { state: 'talking', userId: ADA, answeredAt: now, direction: 'in' },
      showTo: [ADA],
    })
  })

  it('[D-85] an answer that names nobody is of the only one at whom it rings; of several, the card stays with all', () => {
    expect(decide(showTo(ADA), { type: 'answer' }).call).toMatchObject({ state: 'talking', userId: ADA })
    expect(decide(showTo(ADA, BRUNO), { type: 'answer' })).toMatchObject({
      call: { state: 'talking', userId: null, answeredAt: now, legs: showTo(ADA, BRUNO).legs },
      showTo: [ADA, BRUNO],
      withdrawFrom: [],
    })
  })

  it.each(['in', 'out'] as const)('[D-85] "%s" repeated with one extension is an answer', (type) => {
    const call: Call = { ...showTo(ADA), direction: type }
    expect(decide(call, { type }, { userId: ADA })).toMatchObject({
      call: { state: 'talking', userId: ADA, answeredAt: now, direction: type },
      showTo: [ADA],
      outcome: 'answered',
    })
  })

  it('[D-85] an answer after the end is no beginning of another direction', () => {
    const ended: Call = { ...ringing, direction: 'out', state: 'ended', result: 'answered', endedAt: start }
    expect(decide(ended, { type: 'answer' }, { userId: ADA }).call).toMatchObject({ direction: 'out', userId: ADA })
  })

  it('[D-24] a leg that has ended keeps its end time when the call is forwarded', () => {
    const call: Call = { ...ringing, legs: [leg(ADA, { to: from }), ...showTo(BRUNO).legs] }
    expect(legsAfter(call, { userId: CLEO }).map(({ to }) => to)).toEqual([from, at, undefined])
  })

  it('[D-24] a hangup withdraws all cards and ends all open legs', () => {
    const call: Call = { ...ringing, legs: [leg(CLEO, { to: from }), ...showTo(ADA, BRUNO).legs] }
    expect(hangUp(call, 'no answered')).toEqual({
      call: {
        ...ringing,
        state: 'ended',
        result: 'no answer',
        missed: true,
        endedAt: now,
        legs: [leg(CLEO, { to: from }), leg(ADA, { to: at }), leg(BRUNO, { to: at })],
      },
      showTo: [],
      withdrawFrom: [ADA, BRUNO],
      because: 'ended',
      outcome: 'ended',
    })
  })

  const ends: [Call['direction'], NonNullable<CallEvent['hangupStatus']> | undefined, CallResult, boolean][] = [
    ['in', 'no answered', 'no answer', true],
    ['in', 'no answer', 'no answer', true],
    ['in', 'cancel', 'no answer', true],
    ['in', 'busy', 'busy', true],
    ['in', 'failed', 'failed', false],
    ['in', 'answered', 'answered', false],
    ['in', undefined, 'unknown', false],
    ['out', 'no answered', 'no answer', false],
    ['out', 'busy', 'busy', false],
    ['out', 'answered', 'answered', false],
  ]
  it.each(ends)('[D-21][D-25] a call "%s" that ends with %s is %s, missed: %s', (direction, said, result, missed) => {
    const { call, outcome } = hangUp({ ...ringing, direction }, said)
    expect(call).toMatchObject({ state: 'ended', result, missed })
    expect(outcome).toBe('ended')
  })

  it('[D-21] an answered call with a hangup without a status is answered; otherwise the status decides', () => {
    expect(hangUp(answeredBy(ADA)).call).toMatchObject({ result: 'answered', missed: false, duration: 20 })
    expect(hangUp(answeredBy(ADA), 'failed').call).toMatchObject({ result: 'failed', duration: null })
  })

  it('[D-26] the duration is from the answer to the hangup in whole seconds, never negative', () => {
    const answeredAt = (time: string): Call => ({ ...answeredBy(ADA), answeredAt: new Date(time) })
    expect(hangUp(answeredAt('2026-02-03T10:00:07.600Z')).call.duration).toBe(12)
    expect(hangUp(answeredAt('2026-02-03T10:00:07.400Z')).call.duration).toBe(13)
    expect(hangUp(answeredAt('2026-02-03T10:00:21.000Z')).call.duration).toBe(0)
    expect(hangUp({ ...showTo(ADA), duration: 4 }, 'answered').call.duration).toBe(4)
    expect(hangUp({ ...answeredBy(ADA), duration: 4 }, 'busy').call.duration).toBe(4)
  })

  const owners: [string, Call, CallEvent['hangupStatus'], CallTarget[], number | null][] = [
    ['the user who answered, whatever the hangup names', answeredBy(ADA), 'answered', [{ userId: BRUNO }], ADA],
    [
      'the user who took it over, also without a second answer',
      { ...answeredBy(ADA), legs: [leg(ADA, { answeredAt: from, to: from }), leg(BRUNO)] },
      'answered',
      [{ userId: BRUNO }],
      BRUNO,
    ],
    ['the user whom the hangup names', showTo(ADA, BRUNO), 'answered', [{ userId: BRUNO }], BRUNO],
    ['no user when the hangup names two', showTo(ADA, BRUNO), 'answered', [{ userId: ADA }, { userId: BRUNO }], null],
    ['no user when the hangup names none', showTo(ADA, BRUNO), 'answered', [], null],
    ['no user when it names an extension without one', showTo(ADA, BRUNO), 'answered', [{ code: '999' }], null],
    ['the only user where it rang', showTo(ADA), 'answered', [], ADA],
    ['the only user where it rang, also unanswered', showTo(ADA), 'no answered', [], ADA],
    ['not the user whom an unanswered hangup names', showTo(ADA, BRUNO), 'no answered', [{ userId: BRUNO }], null],
    ['its previous user', { ...showTo(ADA), userId: CLEO }, 'no answered', [], CLEO],
    ['no user when it rang nowhere', ringing, 'no answered', [], null],
  ]
  it.each(owners)('[D-24] an ended call belongs to %s', (_who, call, status, named, userId) => {
    expect(hangUp(call, status, ...named).call.userId).toBe(userId)
  })

  it('[D-24] a call that was closed as lost stays lost, and a late hangup ends it', () => {
    const lost: Call = { ...ringing, state: 'lost', result: 'unknown', endedAt: start }
    expect(decide(lost, {}, { userId: ADA })).toEqual({ call: lost, ...nothing, because: 'lost', outcome: 'lost' })
    expect(hangUp(lost, 'busy').call).toMatchObject({ state: 'ended', result: 'busy', missed: true, endedAt: now })
  })

  it('[D-27] no event changes a call whose record was uploaded', () => {
    const recorded: Call = { ...ringing, state: 'ended', result: 'answered', recorded: true }
    const unchanged = { call: recorded, ...nothing, because: 'ended', outcome: 'recorded-before' }
    for (const type of ['in', 'out', 'answer', 'hangup'] as const)
      expect(decide(recorded, { type, hangupStatus: 'busy' }, { userId: ADA })).toEqual(unchanged)
  })

  it('[D-22] a second hangup, and a repeated first event, do not change an ended call', () => {
    const ended: Call = { ...ringing, state: 'ended', result: 'busy', missed: true, endedAt: start }
    const unchanged = { ...nothing, because: 'ended', outcome: 'ended-before' }
    expect(hangUp(ended, 'answered', { userId: ADA })).toEqual({ call: ended, ...unchanged })
    const begun: Call = { ...ended, legs: [leg(ADA, { to: from })] }
    expect(decide(begun, { type: 'out' }, { userId: BRUNO })).toEqual({ call: begun, ...unchanged })
  })

  it('[D-22] a first event that arrives after the hangup is added to the call, which stays ended and shows no card', () => {
    const ended: Call = { ...ringing, direction: 'out', state: 'ended', result: 'busy', endedAt: start }
    expect(decide(ended, { type: 'in' }, { userId: ADA, code: '101' })).toEqual({
      call: { ...ended, direction: 'in', missed: true, userId: ADA, legs: [leg(ADA, { code: '101', to: from })] },
      ...nothing,
      because: 'ended',
      outcome: 'start-added',
    })
    const missed: Call = { ...ended, direction: 'in', missed: true }
    expect(decide(missed, { type: 'out' }, { userId: ADA }).call).toMatchObject({ direction: 'out', missed: false })
  })

  it('[D-22] a late first event sets the user of the call only if it names one and none is known', () => {
    const ended: Call = { ...ringing, state: 'ended', result: 'busy', endedAt: null }
    expect(decide(ended, {}, { userId: ADA }, { userId: BRUNO }).call.userId).toBeNull()
    const { userId, legs } = decide(ended, {}, { code: '999' }).call
    expect([userId, legs]).toEqual([null, [{ code: '999', from: at, to: at }]])
    expect(decide(ended, {}).call).toMatchObject({ userId: null, legs: [] })
    expect(decide({ ...ended, userId: CLEO }, {}, { userId: ADA }).call.userId).toBe(CLEO)
  })
})

describe('isLate', () => {
  it.each([
    [30_001, true],
    [30_000, false],
    [0, false],
    [-60_000, false],
  ])('[D-24] an event that is %d ms old makes a card without sound: %s', (age, late) => {
    const now = new Date('2026-02-03T10:00:00.000Z')
    expect(isLate(new Date(now.getTime() - age), now)).toBe(late)
  })
})

describe('resolveModule', () => {
  const one: TelephonyModule = { id: 1, code: 'pbx-1', clientId: 'c1' }
  const two: TelephonyModule = { id: 2, code: 'pbx-2', clientId: 'c2' }
  const unclear: ModuleResolution = { ok: false, because: 'module_unclear' }

  it('[D-23] a module is found by the extensions in the request, not by its other ones', () => {
    const context = { modules: [one, two], extensions: [{ moduleId: 2, code: '101', userId: 1 }] }
    const key = { modules: [], everyModule: true }
    expect(resolveModule(context, key, undefined, ['101'])).toEqual({
      ...{ ok: true, moduleId: 2, code: 'pbx-2', by: 'extension' },
    })
    expect(resolveModule(context, key, undefined, ['102'])).toEqual(unclear)
    expect(resolveModule(context, key, undefined)).toEqual(unclear)
  })
})

describe('happenedAt', () => {
  const now = new Date('2026-02-03T10:00:00.000Z')
  const at = (date?: string) =>
    happenedAt({ phone: '1', type: 'in', codes: [], userIds: [], ...(date && { date }) }, 'Europe/Madrid', now)

  it('[D-20] is the date of the event, in the time zone of the account', () => {
    expect(at('2026-02-03 10:59:30')).toEqual(new Date('2026-02-03T09:59:30.000Z'))
  })

  it.each([undefined, '2026-02-03 11:00:01', 'yesterday'])('[D-20] is now when the date is %j', (date) => {
    expect(at(date)).toEqual(now)
  })
})

describe('resolveTargets', () => {
  const person = { firstName: '', lastName: '', patronymic: '', email: '', status: 'free' }
  const context = {
    modules: [],
    numbers: [],
    shop: null,
    extensions: [
      { moduleId: 1, code: '101', userId: 1 },
      { moduleId: 1, code: '102', userId: 2 },
      { moduleId: 2, code: '103', userId: 3 },
    ],
    people: [1, 2, 3].map((id) => ({ ...person, id })),
  }
  const resolve = (codes: string[], userIds: number[] = []) => resolveTargets({ codes, userIds }, 1, context)

  it('[T-15] codes are extensions of the module, and a repeated one is one target', () => {
    expect(resolve(['101', '101'])).toEqual({
      targets: [{ userId: 1, code: '101' }],
      unknownCodes: [],
      unknownUsers: [],
    })
  })

  it('[T-15] an extension of another module, or without a user, is reported back', () => {
    const { targets, unknownCodes } = resolve(['103', '999'])
    expect([targets, unknownCodes]).toEqual([
      [{ code: '103' }, { code: '999' }],
      ['103', '999'],
    ])
  })

  it('[T-15] a user who is named by extension and by id is one target; a user without an extension has no code', () => {
    expect(resolve(['101'], [1, 2, 2, 3]).targets).toEqual([
      { userId: 1, code: '101' },
      { userId: 2, code: '102' },
      { userId: 3 },
    ])
  })

  it('[T-15] a user who does not exist is reported back', () => {
    expect(resolve([], [7])).toEqual({ targets: [], unknownCodes: [], unknownUsers: [7] })
    expect(resolve([], [7, 3]).unknownUsers).toEqual([7])
  })
})

describe('matchCall', () => {
  const context = (targets: CallTarget[], calls: object[]) =>
    ({ targets, calls, matches: [], phoneKey: '+34600000001', shopId: null }) as unknown as EventContext
  const event = (type: CallEvent['type']): CallEvent => ({ phone: ' 1 ', type, codes: [], userIds: [] })
  const withId = { id: 1, externalId: 'a', legs: [] }
  const atAda = { id: 2, externalId: null, legs: [{ userId: 1, code: '101' }] }
  const atUnassigned = { id: 3, externalId: null, legs: [{ code: '999' }, { userId: 4, code: '104' }] }
  const atNobody = { id: 4, externalId: null, legs: [] }
  const calls = [withId, atAda, atUnassigned, atNobody]
  const match = (type: CallEvent['type'], targets: CallTarget[], externalId: string | null = null) =>
    matchCall(event(type), context(targets, calls), externalId)?.id

  it('[D-22] an id finds its call and no other, whatever the event names', () => {
    expect(match('in', [{ userId: 1 }], 'a')).toBe(1)
    expect(match('hangup', [{ userId: 1 }], 'b')).toBeUndefined()
  })

  it('[D-22][D-85] without an id, a hangup or an answer finds the call that rings where it says', () => {
    expect([match('hangup', [{ userId: 1 }]), match('answer', [{ userId: 1, code: '105' }])]).toEqual([2, 2])
    expect([match('hangup', [{ code: '999' }]), match('hangup', [{ code: '998' }, { userId: 4 }])]).toEqual([3, 3])
    expect([match('hangup', []), match('hangup', [{ userId: 9 }]), match('hangup', [{ code: '998' }])]).toEqual([
      4,
      undefined,
      undefined,
    ])
  })

  it('[D-22] without an id, a beginning is always a new call', () => {
    expect([match('in', [{ userId: 1 }]), match('out', [{ userId: 1 }])]).toEqual([undefined, undefined])
  })

  it('[D-22] a new call has the direction of its first event; only an out is outgoing', () => {
    const opened = (type: CallEvent['type']) => openCall(event(type), context([], []), new Date(0))
    expect([opened('in'), opened('out'), opened('answer'), opened('hangup')].map(({ direction }) => direction)).toEqual(
      ['in', 'out', 'in', 'in'],
    )
    expect(opened('in')).toMatchObject({ phone: '1', phoneKey: '+34600000001', customerId: null, externalPhone: null })
  })
})

describe('[T-16] the external number that was called', () => {
  const number = (moduleId: number, shopCode: string) =>
    ({ moduleId, shopCode, shopName: `The ${shopCode}` }) as Parameters<typeof numberOf>[0][number]
  const numbers = [number(1, 'garden'), number(2, 'books'), number(2, 'toys')]

  it('is one of the module, and of a shop that the key may see', () => {
    expect(numberOf(numbers, 2, () => true)?.shopCode).toBe('books')
    expect(numberOf(numbers, 2, (code) => code !== 'books')?.shopCode).toBe('toys')
    expect(numberOf(numbers, 1, (code) => code !== 'garden')).toBeUndefined()
    expect(numberOf(numbers, 3, () => true)).toBeUndefined()
  })

  it('gives the card its shop; without one the card has none', () => {
    expect(shopOnCard(number(2, 'books'))).toEqual({ code: 'books', name: 'The books' })
    expect(shopOnCard(undefined)).toBeUndefined()
  })
})

describe('[T-13] an event of version 3', () => {
  it('is the parameter event, or plain parameters', () => {
    const event = { phone: '1', type: 'in' as const, codes: ['7'], userIds: [] }
    expect(eventOfV3({ event, phone: '2', type: 'out' })).toBe(event)
    expect(eventOfV3({ phone: '1', type: 'hangup', code: '7', hangupStatus: 'busy' })).toEqual({
      ...event,
      type: 'hangup',
      hangupStatus: 'busy',
    })
    expect(eventOfV3({ phone: '1', type: 'in' })).toMatchObject({ codes: [] })
    expect(eventOfV3({ phone: '1' })).toBeUndefined()
    expect(eventOfV3({ type: 'in' })).toBeUndefined()
  })
})
