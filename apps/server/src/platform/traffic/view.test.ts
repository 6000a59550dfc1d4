import type { TraceStep } from '@patchbay/contract/platform/workspace/traces'
import { describe, expect, it } from 'vitest'
import { inOrder, stepOfExchange, type TracedExchange } from './view.ts'

describe('stepOfExchange', () => {
  const exchange: TracedExchange = {
    id: 7,
    at: new Date('2026-03-30T08:00:00.123Z'),
    direction: 'out',
    method: 'POST',
    url: 'https://bank.test/api/create?clientId=1#x',
    durationMs: 42,
    ok: false,
    result: { code: 'answered', status: 500 },
  }

  it('a request becomes a step of the trace with a link to the request', () => {
    expect(stepOfExchange(exchange)).toEqual({
      at: '2026-03-30T08:00:00.123Z',
      step: 'request.out',
      ok: false,
      values: { method: 'POST', path: 'bank.test/api/create' },
      result: { code: 'answered', status: 500 },
      ms: 42,
      exchangeId: 7,
    })
    expect(stepOfExchange({ ...exchange, direction: 'in', ok: true })).toMatchObject({ step: 'request.in', ok: true })
  })

  it.for([
    ['https://bank.test:8443/create', 'bank.test:8443/create'],
    ['https://bank.test', 'bank.test/'],
    ['/api/v5/payment/check?apiKey=x', '/api/v5/payment/check'],
    ['https://[', 'https://['],
  ] as const)('shows host and path of an address without its query; a path of ours has no host: %s', ([url, path]) => {
    expect(stepOfExchange({ ...exchange, url }).values).toMatchObject({ path })
  })
})

describe('inOrder', () => {
  const step = (at: string, name: string): TraceStep => ({ at, step: name, values: {} })

  it('sorts steps by time, compared as times and not as strings', () => {
    const steps = [
      step('2026-03-30T09:00:00.000Z', 'last'),
      step('2026-03-30T10:00:00.000+02:00', 'first'),
      step('2026-03-30T08:30:00.000Z', 'middle'),
    ]
    expect(inOrder(steps).map((one) => one.step)).toEqual(['first', 'middle', 'last'])
    // The given list stays as it was.
    expect(steps.map((one) => one.step)).toEqual(['last', 'first', 'middle'])
  })

  it('keeps the given order of steps with the same time', () => {
    const at = '2026-03-30T08:00:00.000Z'
    expect(inOrder([step(at, 'b'), step(at, 'a'), step(at, 'c')]).map((one) => one.step)).toEqual(['b', 'a', 'c'])
  })
})
