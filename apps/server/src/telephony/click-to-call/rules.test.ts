import { describe, expect, it } from 'vitest'
import type { Answer } from '../../lib/http-out/egress.ts'
import type { Module } from '../../platform/modules/store.ts'
import { chooseCallableModule, makeCallUrlOf, outcomeOf, STARTED } from './rules.ts'

describe('chooseCallableModule', () => {
  it('[T-07] prefers the exchange that has a number of the shop, else the first', () => {
    const [without, first, second] = [undefined, '+1', '+2'].map((externalPhone) => ({ externalPhone }))
    if (!without || !first || !second) throw new Error('three lines')
    expect(chooseCallableModule([without, first, second])).toBe(first)
    expect(chooseCallableModule([without])).toBe(without)
    expect(chooseCallableModule([])).toBeUndefined()
  })
})

describe('makeCallUrlOf', () => {
  const exchange = (change: object) =>
    ({
      active: true,
      frozen: false,
      removed: false,
      integrations: { telephony: { makeCallUrl: 'https://pbx.test/call' } },
      ...change,
    }) as Module

  it('[T-05] is the makeCallUrl of an enabled exchange', () => {
    expect(makeCallUrlOf(exchange({}))).toBe('https://pbx.test/call')
  })

  it.each([
    { active: false },
    { frozen: true },
    { removed: true },
    { integrations: {} },
    { integrations: { telephony: {} } },
    { integrations: { telephony: { makeCallUrl: '' } } },
  ])('[T-05] is undefined with %o: no call icon', (change) => {
    expect(makeCallUrlOf(exchange(change))).toBeUndefined()
  })
})

describe('outcomeOf', () => {
  const answered = (status: number) =>
    ({ ok: true, status, headers: {}, body: 'no', truncated: false, durationMs: 1 }) as Answer

  it('[T-08] 200 is success whatever the body; any other status is the reason', () => {
    expect(outcomeOf(answered(200))).toBe(STARTED)
    expect(outcomeOf(answered(201))).toBe('the exchange answered 201')
  })

  it('[T-08] returns the reason of a failed request', () => {
    expect(outcomeOf({ ok: false, kind: 'unsent', reason: 'connection refused', durationMs: 1 })).toBe(
      'connection refused',
    )
  })
})
