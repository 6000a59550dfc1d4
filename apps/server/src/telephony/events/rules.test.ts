import type { CallEvent } from '@patchbay/contract/telephony/events'
import type { CallResult } from '@patchbay/contract/telephony/history'
import { describe, expect, it } from 'vitest'
import type { Call, Leg } from '../calls/rules.ts'
import {
  type CallTarget,
  callIdOf,
  chooseModule,
  decideEvent,
  happenedAt,
  isLate,
  type ModuleClaim,
  type ModuleResolution,
  type ResolvedBy,
  resolveModule,
  resolveTargets,
  type TelephonyModule,
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

  it('[T-15][D-24] an event that names several users rings at each of them, and is withdrawn from nobody', () => {
    expect(decide(ringing, {}, { userId: ADA, code: '101' }, { userId: BRUNO })).toEqual({
      call: { ...ringing, legs: [leg(ADA, { code: '101', from: at }), leg(BRUNO, { from: at })] },
      showTo: [ADA, BRUNO],
      withdrawFrom: [],
      because: 'moved on',
      outcome: 'rings',
    })
  })

  it('[T-15] an extension that nobody here has is written down as a leg, and nobody sees a card', () => {
    expect(decide(ringing, {}, { code: '999' })).toMatchObject({
      call: { state: 'ringing', legs: [{ code: '999', from: at }] },
      showTo: [],
      withdrawFrom: [],
    })
  })

  it('[T-15][D-25] a user whose two extensions ring at once sees one card', () => {
    const decision = decide(ringing, {}, { userId: ADA, code: '101' }, { userId: ADA, code: '102' })
    expect(decision.showTo).toEqual([ADA])
    expect(decision.call.legs).toHaveLength(2)
  })

  it('[D-25] a repeated event makes no second leg, neither for a user nor for an unknown extension', () => {
    const call: Call = { ...ringing, legs: [leg(ADA), { code: '999', from }] }
    expect(legsAfter(call, { userId: ADA, code: '101' }, { code: '999' })).toEqual(call.legs)
    expect(legsAfter(call, { code: '998' }, { code: '999' })).toEqual([...call.legs, { code: '998', from: at }])
    expect(legsAfter(call, { userId: BRUNO }, { userId: ADA })).toEqual([...call.legs, { userId: BRUNO, from: at }])
    expect(decide(showTo(ADA), {}, { userId: ADA }).call).toEqual(showTo(ADA))
  })

  it('[D-25] an extension that nobody has any more is not the leg of the user who had it', () => {
    const call: Call = { ...ringing, legs: [{ userId: ADA, code: '101', from }] }
    const added = ['101', '102'].map((code) => ({ code, from: at }))
    expect(legsAfter(call, { code: '101' }, { code: '102' })).toEqual([...call.legs, ...added])
  })

  it('[D-25] a user whose leg has ended and who is called again has a second leg', () => {
    const ended: Leg = leg(ADA, { to: from })
    expect(decide({ ...ringing, legs: [ended] }, {}, { userId: ADA })).toMatchObject({
      call: { state: 'ringing', legs: [ended, { userId: ADA, from: at }] },
      showTo: [ADA],
    })
  })

  it('[D-24] an event that names nobody leaves the card where it is, even where somebody has answered', () => {
    expect(decide(showTo(ADA, BRUNO), {})).toMatchObject({ call: showTo(ADA, BRUNO), showTo: [ADA, BRUNO] })
    expect(decide(answeredBy(ADA), {}).call).toEqual(answeredBy(ADA))
  })

  it('[D-24] an event that names two more users withdraws the card from nobody', () => {
    expect(decide(showTo(ADA), {}, { userId: BRUNO }, { userId: CLEO })).toMatchObject({
      call: { state: 'ringing' },
      showTo: [ADA, BRUNO, CLEO],
      withdrawFrom: [],
    })
    expect(decide(showTo(ADA, BRUNO), {}, { userId: ADA }, { userId: CLEO }).withdrawFrom).toEqual([])
  })

  it('[D-24] an event that names one of those at whom it rings is an answer: the others lose the card', () => {
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

  it('[D-24] an outgoing event that names one user answers in the same way', () => {
    const { call, withdrawFrom } = decide(showTo(ADA, BRUNO), { type: 'out' }, { userId: ADA })
    expect([call.state, call.userId, withdrawFrom]).toEqual(['talking', ADA, [BRUNO]])
  })

  it('[D-24] an answer by an extension that nobody has withdraws the card, and names no user', () => {
    const call: Call = { ...showTo(ADA), legs: [...showTo(ADA).legs, { code: '999', from }] }
    expect(decide(call, {}, { code: '999' })).toMatchObject({
      call: { state: 'talking', userId: null, legs: [{ to: at }, { code: '999', from, answeredAt: at }] },
      showTo: [],
      withdrawFrom: [ADA],
    })
    expect(decide({ ...call, userId: CLEO }, {}, { code: '999' }).call.userId).toBe(CLEO)
  })

  it('[D-24] who has answered keeps the time of the first answer when a colleague is tried and leaves again', () => {
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

  it('[D-24] an event that names one user at whom it did not ring moves the call on to them, without an answer', () => {
    expect(decide(showTo(ADA, BRUNO), {}, { userId: CLEO })).toEqual({
      call: { ...ringing, legs: [leg(ADA, { to: at }), leg(BRUNO, { to: at }), { userId: CLEO, from: at }] },
      showTo: [CLEO],
      withdrawFrom: [ADA, BRUNO],
      because: 'moved on',
      outcome: 'forwarded',
    })
    expect(decide(answeredBy(ADA), {}, { userId: BRUNO }).call).toMatchObject({ state: 'talking', userId: ADA })
  })

  it('[D-24] a leg that had ended before keeps its end when the call moves on', () => {
    const call: Call = { ...ringing, legs: [leg(ADA, { to: from }), ...showTo(BRUNO).legs] }
    expect(legsAfter(call, { userId: CLEO }).map(({ to }) => to)).toEqual([from, at, undefined])
  })

  it('[D-24] a hangup withdraws the card from all and ends every leg that is open', () => {
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

  it('[D-21] a hangup without a status of a call that was answered means answered; one with a status means that', () => {
    expect(hangUp(answeredBy(ADA)).call).toMatchObject({ result: 'answered', missed: false, duration: 20 })
    expect(hangUp(answeredBy(ADA), 'failed').call).toMatchObject({ result: 'failed', duration: null })
  })

  it('[D-26] the talk lasts from the answer to the hangup in whole seconds, never less than none', () => {
    const answeredAt = (time: string): Call => ({ ...answeredBy(ADA), answeredAt: new Date(time) })
    expect(hangUp(answeredAt('2026-02-03T10:00:07.600Z')).call.duration).toBe(12)
    expect(hangUp(answeredAt('2026-02-03T10:00:07.400Z')).call.duration).toBe(13)
    expect(hangUp(answeredAt('2026-02-03T10:00:21.000Z')).call.duration).toBe(0)
    expect(hangUp({ ...showTo(ADA), duration: 4 }, 'answered').call.duration).toBe(4)
    expect(hangUp({ ...answeredBy(ADA), duration: 4 }, 'busy').call.duration).toBe(4)
  })

  const owners: [string, Call, CallEvent['hangupStatus'], CallTarget[], number | null][] = [
    ['who answered, whoever the hangup names', answeredBy(ADA), 'answered', [{ userId: BRUNO }], ADA],
    ['whom the hangup names', showTo(ADA, BRUNO), 'answered', [{ userId: BRUNO }], BRUNO],
    ['nobody when the hangup names two', showTo(ADA, BRUNO), 'answered', [{ userId: ADA }, { userId: BRUNO }], null],
    ['nobody when the hangup names nobody', showTo(ADA, BRUNO), 'answered', [], null],
    ['nobody when it names an extension of nobody', showTo(ADA, BRUNO), 'answered', [{ code: '999' }], null],
    ['the only one at whom it rang', showTo(ADA), 'answered', [], ADA],
    ['the only one at whom it rang, also unanswered', showTo(ADA), 'no answered', [], ADA],
    ['not whom an unanswered hangup names', showTo(ADA, BRUNO), 'no answered', [{ userId: BRUNO }], null],
    ['whose it was before', { ...showTo(ADA), userId: CLEO }, 'no answered', [], CLEO],
    ['nobody when it rang nowhere', ringing, 'no answered', [], null],
  ]
  it.each(owners)('[D-24] an ended call belongs to %s', (_who, call, status, named, userId) => {
    expect(hangUp(call, status, ...named).call.userId).toBe(userId)
  })

  it('[D-24] a call that was given up as lost stays lost, and a late hangup ends it', () => {
    const lost: Call = { ...ringing, state: 'lost', result: 'unknown', endedAt: start }
    expect(decide(lost, {}, { userId: ADA })).toEqual({ call: lost, ...nothing, because: 'lost', outcome: 'lost' })
    expect(hangUp(lost, 'busy').call).toMatchObject({ state: 'ended', result: 'busy', missed: true, endedAt: now })
  })

  it('[D-27] no event changes a call whose record is here', () => {
    const recorded: Call = { ...ringing, state: 'ended', result: 'answered', recorded: true }
    const unchanged = { call: recorded, ...nothing, because: 'ended', outcome: 'recorded-before' }
    for (const type of ['in', 'out', 'hangup'] as const)
      expect(decide(recorded, { type, hangupStatus: 'busy' }, { userId: ADA })).toEqual(unchanged)
  })

  it('[D-22] a second hangup, and a beginning that is known, change nothing about a call that has ended', () => {
    const ended: Call = { ...ringing, state: 'ended', result: 'busy', missed: true, endedAt: start }
    const unchanged = { ...nothing, because: 'ended', outcome: 'ended-before' }
    expect(hangUp(ended, 'answered', { userId: ADA })).toEqual({ call: ended, ...unchanged })
    const begun: Call = { ...ended, legs: [leg(ADA, { to: from })] }
    expect(decide(begun, { type: 'out' }, { userId: BRUNO })).toEqual({ call: begun, ...unchanged })
  })

  it('[D-22] a beginning that comes after the end is added to the call, which stays ended and rings nowhere', () => {
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

  it('[D-22] a late beginning names the user of the call only when it names one and none is known', () => {
    const ended: Call = { ...ringing, state: 'ended', result: 'busy', endedAt: null }
    expect(decide(ended, {}, { userId: ADA }, { userId: BRUNO }).call.userId).toBeNull()
    const { userId, legs } = decide(ended, {}, { code: '999' }).call
    expect([userId, legs]).toEqual([null, [{ code: '999', from: at, to: at }]])
    expect(decide(ended, {}).call).toMatchObject({ userId: null, legs: [] })
    expect(decide({ ...ended, userId: CLEO }, {}, { userId: ADA }).call.userId).toBe(CLEO)
  })
})

describe('callIdOf', () => {
  const idOf = (callExternalId: string | undefined, isExternalNumber = false) =>
    callIdOf(
      { phone: '1', type: 'in', codes: [], userIds: [], ...(callExternalId !== undefined && { callExternalId }) },
      isExternalNumber,
    )

  it.each([
    ['abc-1', 'abc-1'],
    ['  abc-1 ', 'abc-1'],
    ['34910000000', '34910000000'],
    ['+1234', '+1234'],
    ['+12345-1', '+12345-1'],
    ['1+12345', '1+12345'],
  ])('[D-22] %j is an id of a call', (given, id) => {
    expect(idOf(given)).toBe(id)
  })

  it.each([undefined, '', '   ', '+12345', '+34910000000', ' +34910000000 '])('[D-22] %j is none', (given) => {
    expect(idOf(given)).toBeNull()
  })

  it('[D-22] an external number of the module is no id, however it is written', () => {
    expect(idOf('34910000000', true)).toBeNull()
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

describe('chooseModule and resolveModule', () => {
  const one: TelephonyModule = { id: 1, code: 'pbx-1', clientId: 'c1', apiKeyId: 'k1' }
  const two: TelephonyModule = { id: 2, code: 'pbx-2', clientId: 'c2', apiKeyId: 'k2' }
  const twin: TelephonyModule = { ...two, id: 3, code: 'pbx-3' }
  const off: ModuleResolution = { ok: false, because: 'telephony_off' }
  const unclear: ModuleResolution = { ok: false, because: 'module_unclear' }
  const is = (moduleId: number, by: ResolvedBy): ModuleResolution => ({
    ok: true,
    moduleId,
    code: `pbx-${moduleId}`,
    by,
  })
  type Asked = Partial<Omit<ModuleClaim, 'withExtension'>> & { at?: number[] }
  const ask = (active: TelephonyModule[], { at, ...more }: Asked) =>
    chooseModule(active, { keyId: 'k0', moduleCode: null, ...more, withExtension: new Set(at) })

  const cases: [string, TelephonyModule[], Asked, ModuleResolution][] = [
    ['no active module', [], { clientId: 'c1' }, off],
    ['a key of a module that is not active', [one], { moduleCode: 'pbx-2', keyId: 'k1' }, off],
    ['a clientId', [one, two], { clientId: 'c2', keyId: 'k1', at: [1] }, is(2, 'client-id')],
    ['a clientId that its key may not use', [one, two], { clientId: 'c1', moduleCode: 'pbx-2' }, unclear],
    ['a clientId that nobody has', [one], { clientId: 'c9', keyId: 'k1', at: [1] }, unclear],
    ['an empty clientId', [one], { clientId: '' }, is(1, 'only-module')],
    ['a clientId of two, and an extension', [one, two, twin], { clientId: 'c2', at: [1, 3] }, is(3, 'extension')],
    ['a clientId of two, and the key of neither', [one, two, twin], { clientId: 'c2', keyId: 'k1' }, unclear],
    ['the key of a module', [one, two], { keyId: 'k2', at: [1] }, is(2, 'api-key')],
    ['a key that may act for one', [one, two], { moduleCode: 'pbx-2' }, is(2, 'api-key')],
    ['a key of two, and an extension', [one, two, twin], { keyId: 'k2', at: [2] }, is(2, 'extension')],
    ['an extension', [one, two], { at: [2] }, is(2, 'extension')],
    ['an extension that two have', [one, two], { at: [1, 2] }, unclear],
    ['nothing, and one active module', [two], {}, is(2, 'only-module')],
    ['nothing, and two active modules', [one, two], {}, unclear],
  ]
  it.each(cases)('[D-23] a request with %s', (_what, active, claim, resolution) => {
    expect(ask(active, claim)).toEqual(resolution)
  })

  it('[D-23] a module is found by the extensions that the request names, not by others of its own', () => {
    const context = { modules: [one, two], extensions: [{ moduleId: 2, code: '101', userId: 1 }] }
    const key = { keyId: 'k0', moduleCode: null }
    expect(resolveModule(context, key, undefined, ['101'])).toEqual(is(2, 'extension'))
    expect(resolveModule(context, key, undefined, ['102'])).toEqual(unclear)
    expect(resolveModule(context, key, undefined)).toEqual(unclear)
  })
})

describe('happenedAt', () => {
  const now = new Date('2026-02-03T10:00:00.000Z')
  const at = (date?: string) =>
    happenedAt({ phone: '1', type: 'in', codes: [], userIds: [], ...(date && { date }) }, 'Europe/Madrid', now)

  it('[D-20] is the time that the exchange gives, in the time zone of the account', () => {
    expect(at('2026-02-03 10:59:30')).toEqual(new Date('2026-02-03T09:59:30.000Z'))
  })

  it.each([undefined, '2026-02-03 11:00:01', 'yesterday'])('[D-20] is now when the exchange says %j', (date) => {
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

  it('[T-15] an extension of another module, or of nobody, is reported back', () => {
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
  })
})
