import type { CallEvent } from '@patchbay/contract/telephony/events'
import { describe, expect, it } from 'vitest'
import type { Call, DecisionOutcome, EventDecision } from '../calls/rules.ts'
import { type EventContext, openCall } from '../events/rules.ts'
import { summaryFor, traceSteps, verdictsOf } from './rules.ts'

const event: CallEvent = { phone: '600 000 001', type: 'in', codes: ['101'], userIds: [] }
const context: EventContext = {
  moduleId: 1,
  moduleCode: 'pbx-1',
  resolvedBy: 'api-key',
  phoneKey: '+34600000001',
  matchedBy: undefined,
  matches: [],
  orders: [],
  notes: [],
  online: new Set([2]),
  number: undefined,
  calls: [],
  people: new Map(),
  idIsNumber: false,
  shopId: null,
  targets: [{ userId: 2, code: '101' }],
  unknownCodes: [],
  unknownUsers: [],
}
const call: Call = openCall(event, context, new Date('2026-02-03T10:00:00.000Z'))
const rings: EventDecision = { call, showTo: [2], withdrawFrom: [], because: 'moved on', outcome: 'rings' }
const ms = { received: 0.1, loaded: 2, decided: 3 }
const stepsFor = (changes: Partial<EventContext>, decision: Partial<EventDecision> = {}, knownAs?: number) =>
  traceSteps(event, { ...context, ...changes }, knownAs, { ...rings, ...decision }, ms)
const find = (steps: ReturnType<typeof traceSteps>, name: string) => steps.find(({ step }) => step === name)

describe('traceSteps', () => {
  it('[T-15] an event that shows a card has eight steps, each with a code, its data and a text', () => {
    expect(stepsFor({})).toEqual([
      { step: 'received', ok: true, ms: 0.1, says: 'in', values: { type: 'in' } },
      { step: 'module', ok: true, ms: 2, says: 'pbx-1, by the API key', values: { module: 'pbx-1', by: 'api-key' } },
      {
        step: 'number',
        ok: true,
        ms: 2,
        says: '600 000 001 is +34600000001',
        values: { phone: '600 000 001', key: '+34600000001' },
      },
      { step: 'customers', ok: false, ms: 2, says: 'nobody has it', values: { count: 0 } },
      { step: 'extensions', ok: true, ms: 2, says: '101 → 2', values: {}, who: [{ userId: 2, code: '101' }] },
      { step: 'online', ok: true, ms: 2, says: 'away: nobody', values: {}, who: [] },
      { step: 'call', ok: true, ms: 3, says: 'new; rings at 1', values: { outcome: 'rings' } },
      { step: 'card', ok: true, ms: 3, says: 'to 2', values: { outcome: 'rings' }, who: [{ userId: 2 }] },
    ])
  })

  it('[T-15] an unknown number, extension or user is a failed step', () => {
    const steps = stepsFor({ phoneKey: 'anonymous', targets: [{ code: '999' }], unknownCodes: ['999'] })
    expect(find(steps, 'number')?.ok).toBe(false)
    expect(find(steps, 'extensions')).toMatchObject({ ok: false, says: '999 → nobody', who: [{ code: '999' }] })
    expect(find(stepsFor({ unknownUsers: [7] }), 'extensions')?.ok).toBe(false)
    expect(find(stepsFor({ targets: [] }), 'extensions')).toMatchObject({ ok: false, says: 'none named' })
  })

  it('[T-15] says who was found, and by what', () => {
    const two = [{ id: 1 }, { id: 2 }] as EventContext['matches']
    expect(find(stepsFor({ matches: two, matchedBy: 'tail' }), 'customers')).toEqual({
      step: 'customers',
      ok: true,
      ms: 2,
      says: '2 found by tail',
      values: { count: 2, by: 'tail' },
    })
  })

  it('[T-15] lists everybody who is named, away, or shown a card', () => {
    const targets = [{ userId: 2, code: '101' }, { userId: 3 }, { code: '999' }]
    const steps = stepsFor({ targets, online: new Set() }, { showTo: [2, 3] })
    expect(find(steps, 'extensions')?.says).toBe('101 → 2, no extension → 3, 999 → nobody')
    expect(find(steps, 'online')).toMatchObject({ says: 'away: 2, 3', who: [{ userId: 2 }, { userId: 3 }] })
    expect(find(steps, 'card')?.says).toBe('to 2, 3')
    expect(find(stepsFor({ unknownCodes: ['999'], unknownUsers: [7] }), 'extensions')?.ok).toBe(false)
  })

  it('[T-15] says who is offline, or that it is unknown', () => {
    expect(find(stepsFor({ online: new Set() }), 'online')).toMatchObject({ ok: false, who: [{ userId: 2 }] })
    expect(find(stepsFor({ online: undefined }), 'online')).toMatchObject({ ok: false, says: 'unknown', who: [] })
  })

  it('[T-15] an event of a known call that shows no card says why', () => {
    const steps = stepsFor({}, { showTo: [], outcome: 'ended', call: { ...call, result: 'busy' } }, 7)
    expect(find(steps, 'call')).toMatchObject({
      says: 'known as call 7; ended: busy',
      values: { outcome: 'ended', call: 7, result: 'busy' },
    })
    expect(find(steps, 'card')).toMatchObject({ ok: false, says: 'to nobody: ended: busy', who: [] })
  })
})

describe('summaryFor', () => {
  it.each<[DecisionOutcome, string]>([
    ['rings', 'rings at 3'],
    ['forwarded', 'goes on to another'],
    ['answered', 'answered by one, withdrawn from the others'],
    ['ended', 'ended: busy'],
    ['ended-before', 'the call has ended already'],
    ['start-added', 'the call has ended already; its beginning was added'],
    ['recorded-before', 'the record of this call is here already'],
    ['lost', 'the call was given up as lost'],
  ])('[T-15] modules read %s as a text', (outcome, text) => {
    expect(summaryFor({ outcome, call: { ...call, result: 'busy' } }, 3)).toBe(text)
  })
})

describe('verdictsOf', () => {
  const rang = { event: { type: 'in' }, steps: stepsFor({ online: new Set() }) }
  const shownAt = new Date('2026-02-03T10:00:01.000Z')

  it('[T-15] a card that a browser showed was shown, also to someone who signed in late', () => {
    expect(verdictsOf([rang], [{ userId: 2, shownAt }])).toEqual([
      { code: 'call.shown', ok: true, who: [{ userId: 2 }], values: {} },
    ])
    expect(verdictsOf([rang], [{ userId: 2, shownAt: null }])).toMatchObject([{ code: 'call.offline', ok: false }])
  })

  it('[T-15] a start after the end shows no card; one without a name neither', () => {
    expect(verdictsOf([rang], [])).toMatchObject([{ code: 'call.too-late' }])
    expect(verdictsOf([{ ...rang, steps: stepsFor({ targets: [] }) }], [])).toMatchObject([
      { code: 'call.nobody-named' },
    ])
  })

  it('[T-15] a call without events was uploaded; one of which only the end was reported showed no card', () => {
    expect(verdictsOf([], [])).toEqual([{ code: 'call.uploaded', ok: false, who: [], values: {} }])
    const hangup = { ...rang, event: { type: 'hangup' } }
    expect(verdictsOf([hangup], [])).toMatchObject([{ code: 'call.only-hangup' }])
    expect(verdictsOf([hangup, rang], [])).toMatchObject([{ code: 'call.too-late' }])
  })

  it('[T-15] names those away, those whose browser did not confirm, and extensions of nobody apart', () => {
    const targets = [{ userId: 2, code: '101' }, { userId: 3 }, { code: '999' }]
    const event = { event: { type: 'in' }, steps: stepsFor({ targets, online: new Set([3]) }) }
    const unseen = [2, 3].map((userId) => ({ userId, shownAt: null }))
    expect(verdictsOf([event], unseen)).toEqual([
      { code: 'call.offline', ok: false, who: [{ userId: 2 }], values: {} },
      { code: 'call.unconfirmed', ok: false, who: [{ userId: 3 }], values: {} },
      { code: 'call.unassigned', ok: false, who: [{ code: '999' }], values: {} },
    ])
  })
})
