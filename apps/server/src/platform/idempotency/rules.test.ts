import { describe, expect, it } from 'vitest'
import { contentOf, isIdempotencyKey } from './rules.ts'

describe('isIdempotencyKey', () => {
  it.for<[string, boolean]>([
    ['c0ffee00-0000-4000-8000-000000000000', true],
    ['x'.repeat(255), true],
    ['x'.repeat(256), false],
    ['', false],
    ['two words', false],
    ['tab\t', false],
    ['ключ', false],
  ])('[D-84] %j: %s', ([key, expected]) => {
    expect(isIdempotencyKey(key)).toBe(expected)
  })
})

describe('contentOf', () => {
  it('[D-84] does not depend on the order of members or on where the API key was sent', () => {
    expect(contentOf('/a', { apiKey: 'k' }, { order: { x: 1, y: [{ b: 2, a: 1 }] } })).toBe(
      contentOf('/a', {}, { apiKey: 'k', order: { y: [{ a: 1, b: 2 }], x: 1 } }),
    )
  })

  it.for<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['/b', {}, { n: [1, 2] }],
    ['/a', { by: 'id' }, { n: [1, 2] }],
    ['/a', {}, { n: [2, 1] }],
    ['/a', {}, { n: null }],
  ])('[D-84] differs for another path, query or body: %j %j %j', ([path, query, body]) => {
    expect(contentOf(path, query, body)).not.toBe(contentOf('/a', {}, { n: [1, 2] }))
  })
})
