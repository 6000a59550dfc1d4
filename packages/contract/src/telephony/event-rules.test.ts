import { describe, expect, it } from 'vitest'
import {
  callIdOf,
  chooseModule,
  eventWarnings,
  type ModuleClaim,
  type ModuleResolution,
  namesNobody,
  type ResolvedBy,
  type TelephonyModule,
} from './event-rules.ts'
import type { CallEvent } from './events.ts'

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

  it.each([undefined, '', '   ', '+12345', '+34910000000', ' +34910000000 '])('[D-22] %j is not an id', (given) => {
    expect(idOf(given)).toBeNull()
  })

  it('[D-22] an external number of the module is not an id, however it is written', () => {
    expect(idOf('34910000000', true)).toBeNull()
  })
})

describe('chooseModule', () => {
  const one: TelephonyModule = { id: 1, code: 'pbx-1', clientId: 'c1' }
  const two: TelephonyModule = { id: 2, code: 'pbx-2', clientId: 'c2' }
  const twin: TelephonyModule = { ...two, id: 3, code: 'pbx-3' }
  const off: ModuleResolution = { ok: false, because: 'telephony_off' }
  const unknown: ModuleResolution = { ok: false, because: 'client_id_unknown' }
  const unclear: ModuleResolution = { ok: false, because: 'module_unclear' }
  const is = (moduleId: number, by: ResolvedBy): ModuleResolution => ({
    ok: true,
    moduleId,
    code: `pbx-${moduleId}`,
    by,
  })
  type ClaimFields = Partial<Omit<ModuleClaim, 'withExtension'>> & { at?: number[] }
  const ask = (active: TelephonyModule[], { at, ...more }: ClaimFields) =>
    chooseModule(active, { modules: null, ...more, withExtension: new Set(at) })

  const cases: [string, TelephonyModule[], ClaimFields, ModuleResolution][] = [
    ['no active module', [], { clientId: 'c1' }, off],
    ['a key of a module that is not active', [one], { modules: ['pbx-2'] }, off],
    ['a key of a module that has not registered', [one], { modules: [], clientId: 'c1', at: [1] }, off],
    ['a clientId', [one, two], { clientId: 'c2', at: [1] }, is(2, 'client-id')],
    ['a clientId that its key may not use', [one, two], { clientId: 'c1', modules: ['pbx-2'] }, unknown],
    ['a clientId that nobody has', [one], { clientId: 'c9', modules: ['pbx-1'], at: [1] }, unknown],
    ['an empty clientId', [one], { clientId: '' }, is(1, 'only-module')],
    ['a clientId of two, and an extension', [one, two, twin], { clientId: 'c2', at: [1, 3] }, is(3, 'extension')],
    ['a clientId of two, and the key of neither', [one, two, twin], { clientId: 'c2', modules: ['pbx-1'] }, unknown],
    [
      'a clientId of two, and the key of one',
      [one, two, twin],
      { clientId: 'c2', modules: ['pbx-3'] },
      is(3, 'client-id'),
    ],
    ['the key of a module', [one, two], { modules: ['pbx-2'], at: [1] }, is(2, 'api-key')],
    ['a key of two, and an extension', [one, two, twin], { modules: ['pbx-2', 'pbx-3'], at: [2] }, is(2, 'extension')],
    ['an extension', [one, two], { at: [2] }, is(2, 'extension')],
    ['an extension that two have', [one, two], { at: [1, 2] }, unclear],
    ['nothing, and one active module', [two], {}, is(2, 'only-module')],
    ['nothing, and two active modules', [one, two], {}, unclear],
  ]
  it.each(cases)('[D-23] resolves the module of a request with %s', (_what, active, claim, resolution) => {
    expect(ask(active, claim)).toEqual(resolution)
  })
})

const event = (more: Partial<CallEvent>): CallEvent => ({
  phone: '600 111 222',
  type: 'in',
  codes: [],
  userIds: [],
  ...more,
})

describe('namesNobody', () => {
  it('[T-15] a call that begins is shown to those whom the event names', () => {
    for (const type of ['in', 'out'] as const) {
      expect(namesNobody(event({ type }))).toBe(true)
      expect(namesNobody(event({ type, codes: ['101'] }))).toBe(false)
      expect(namesNobody(event({ type, userIds: [1] }))).toBe(false)
    }
  })

  it('[T-15] an answer and a hangup are about those at whom the call rings, and name nobody', () => {
    expect(namesNobody(event({ type: 'answer' }))).toBe(false)
    expect(namesNobody(event({ type: 'hangup' }))).toBe(false)
  })
})

describe('eventWarnings', () => {
  it('[T-13] an event that can be used as it was meant has none', () => {
    expect(eventWarnings(event({ codes: ['101'] }))).toEqual([])
    expect(eventWarnings(event({ type: 'answer', codes: ['101'] }))).toEqual([])
    expect(eventWarnings(event({ type: 'hangup', hangupStatus: 'answered' }))).toEqual([])
  })

  it('[T-15] says that no card is shown when the event names nobody', () => {
    expect(eventWarnings(event({}))).toEqual(['The event names nobody, so no card is shown: send codes or userIds.'])
  })

  it('[D-21] says that a hangup without a status leaves the result of the call unknown', () => {
    expect(eventWarnings(event({ type: 'hangup' }))).toEqual([
      'The hangup has no hangupStatus, so the result of the call is not known from it.',
    ])
  })

  it('[T-13] says that a phone without digits finds no customer, except at the end of the call', () => {
    expect(eventWarnings(event({ phone: 'anonymous', codes: ['101'] }))).toEqual([
      'The phone "anonymous" has no digits, so no customer is found by it.',
    ])
    expect(eventWarnings(event({ phone: 'anonymous', type: 'hangup', hangupStatus: 'busy' }))).toEqual([])
  })

  it('[T-13] says everything at once', () => {
    expect(eventWarnings(event({ phone: '?', type: 'out' }))).toHaveLength(2)
  })
})
