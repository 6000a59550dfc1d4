import { expect, it } from 'vitest'
import { fromUnits, sameMoney, toUnits } from './money.ts'

it('[D-41] reads decimals exactly, as numbers and as strings', () => {
  expect([12.5, '12.50', 12.300000000000001, '0.0001', 100, '100', -3.1].map(toUnits)).toEqual([
    125_000n,
    125_000n,
    123_000n,
    1n,
    1_000_000n,
    1_000_000n,
    -31_000n,
  ])
})

it('[D-41] rejects what is not an amount', () => {
  expect(['', 'ten', '1,5', '0.00001', '1e3', null, undefined, Number.NaN, Infinity].map(toUnits)).toEqual(
    Array(9).fill(undefined),
  )
})

it('[D-41] round-trips amounts, and compares without floats', () => {
  for (const amount of [0, 0.1, 0.07, 12.34, 1_000_000.01, -5.05]) expect(fromUnits(toUnits(amount) ?? 0n)).toBe(amount)
  expect(sameMoney(0.1 + 0.2, '0.30')).toBe(true)
  expect(sameMoney(10, '10.01')).toBe(false)
  expect(sameMoney('x', 'x')).toBe(false)
})
