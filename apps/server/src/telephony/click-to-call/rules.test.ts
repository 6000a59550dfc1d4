import { describe, expect, it } from 'vitest'
import type { Answer } from '../../lib/http-out/egress.ts'
import { chooseCallableModule, outcomeOf, STARTED } from './rules.ts'

describe('chooseCallableModule', () => {
  it('[T-07] prefers the exchange that has a number of the shop, and else takes the first', () => {
    const [without, first, second] = [undefined, '+1', '+2'].map((externalPhone) => ({ externalPhone }))
    if (!without || !first || !second) throw new Error('three lines')
    expect(chooseCallableModule([without, first, second])).toBe(first)
    expect(chooseCallableModule([without])).toBe(without)
    expect(chooseCallableModule([])).toBeUndefined()
  })
})

describe('outcomeOf', () => {
  const answered = (status: number) =>
    ({ ok: true, status, headers: {}, body: 'no', truncated: false, durationMs: 1 }) as Answer

  it('[T-08] takes 200 for success whatever the body, and names any other status', () => {
    expect(outcomeOf(answered(200))).toBe(STARTED)
    expect(outcomeOf(answered(201))).toBe('the exchange answered 201')
  })

  it('[T-08] gives the reason of a request that was not answered', () => {
    expect(outcomeOf({ ok: false, kind: 'unsent', reason: 'connection refused', durationMs: 1 })).toBe(
      'connection refused',
    )
  })
})
