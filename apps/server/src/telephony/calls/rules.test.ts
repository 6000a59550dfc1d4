import { CALL_RESULTS } from '@patchbay/contract/telephony/history'
import { describe, expect, it } from 'vitest'
import {
  aboutCall,
  type Call,
  changesMissedCalls,
  decideStale,
  endingOf,
  isMissed,
  type Leg,
  resolvesMissedCall,
  resultOf,
} from './rules.ts'

describe('resultOf', () => {
  it.each([
    ['answered', 'answered'],
    ['no answer', 'no answer'],
    ['no answered', 'no answer'],
    ['cancel', 'no answer'],
    ['busy', 'busy'],
    ['failed', 'failed'],
    ['not allowed', 'not allowed'],
    ['unknown', 'unknown'],
    [undefined, 'unknown'],
  ] as const)('[D-21] a call that ended with %s has the result %s', (status, result) => {
    expect(resultOf(status)).toBe(result)
  })
})

describe('decideStale', () => {
  const startedAt = new Date('2026-02-03T10:00:00.000Z')
  const from = startedAt.toISOString()
  const now = new Date('2026-02-03T14:00:00.000Z')
  const unknown = { customerId: null, userId: null, shopId: null, externalPhone: null, recordUrl: null, source: null }
  const untimed = { answeredAt: null, endedAt: null, duration: null, durationWaiting: null }
  const tried: Leg = { userId: 1, from, to: from }
  const ringing: Leg = { userId: 2, from }
  const call: Call = {
    ...unknown,
    ...untimed,
    direction: 'in',
    state: 'ringing',
    result: 'busy',
    missed: true,
    phone: '+34600000001',
    phoneKey: '34600000001',
    startedAt,
    legs: [tried, ringing],
    recorded: false,
  }

  it('[D-24] a call without an event for four hours is closed as lost, is not missed, and its card closes', () => {
    const legs = [tried, { ...ringing, to: now.toISOString() }]
    expect(decideStale(call, now)).toEqual({
      call: { ...call, state: 'lost', result: 'unknown', missed: false, endedAt: now, legs },
      showTo: [],
      withdrawFrom: [2],
      because: 'lost',
      outcome: 'lost',
    })
  })
})

describe('endingOf', () => {
  const ended = { state: 'ended', result: 'answered', userId: 7, missed: false, duration: 65 } as const

  it('[D-25] says who talked and how long, or that the call was missed', () => {
    expect(endingOf(ended)).toEqual({ talkedUserId: 7, duration: 65 })
    expect(endingOf({ ...ended, userId: null, duration: null })).toEqual({})
    expect(endingOf({ ...ended, result: 'no answer', missed: true })).toEqual({ missed: true })
    expect(endingOf({ ...ended, result: 'failed' })).toEqual({})
    expect(endingOf({ ...ended, state: 'talking' })).toEqual({})
  })
})

describe('aboutCall', () => {
  it('requests about a call are found by its id', () => {
    expect(aboutCall(7)).toBe('call/7')
  })
})

describe('isMissed and resolvesMissedCall', () => {
  const calls = (['in', 'out'] as const).flatMap((direction) =>
    [...CALL_RESULTS, null].map((result) => ({ direction, result })),
  )
  const namesOf = (chosen: typeof calls) => chosen.map(({ direction, result }) => `${direction} ${result}`)

  it('[D-25] only an unanswered incoming call is missed', () => {
    const missed = calls.filter(({ direction, result }) => isMissed(direction, result))
    expect(namesOf(missed)).toEqual(['in no answer', 'in busy'])
  })

  it('[D-25] only an answered call, or a call back that rang, resolves the missed calls before it', () => {
    const resolving = calls.filter((call) => resolvesMissedCall(call) !== undefined)
    expect(namesOf(resolving)).toEqual(['in answered', 'out answered', 'out no answer', 'out busy'])
    expect(resolvesMissedCall({ direction: 'in', result: 'answered' })).toBe('called again and was answered')
    expect(resolvesMissedCall({ direction: 'out', result: 'busy' })).toBe('called back')
  })

  it('[D-25] a call that was missed or resolves missed ones changes the list of them, once it has ended', () => {
    const ended = calls.map((call) => ({
      ...call,
      state: 'ended' as const,
      missed: isMissed(call.direction, call.result),
    }))
    const changing = ended.filter(changesMissedCalls)
    expect(namesOf(changing).toSorted()).toEqual([
      'in answered',
      'in busy',
      'in no answer',
      'out answered',
      'out busy',
      'out no answer',
    ])
    expect(ended.some((call) => changesMissedCalls({ ...call, state: 'talking' }))).toBe(false)
  })

  it('[D-25] no call both is missed and resolves missed calls', () => {
    expect(calls.filter((call) => isMissed(call.direction, call.result) && resolvesMissedCall(call))).toEqual([])
  })
})
