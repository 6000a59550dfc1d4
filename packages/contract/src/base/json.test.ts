import { expect, it } from 'vitest'
import { parseJson } from './json.ts'

it('rejects NUL, half of a pair and extreme depth when it parses, however large', () => {
  for (const text of ['["\\u0000"]', '{"\\ud800": 1}', '['.repeat(5_000_000) + ']'.repeat(5_000_000)])
    expect(parseJson(text).ok, text.slice(0, 20)).toBe(false)
})

it('counts brackets, not those inside of strings', () => {
  const value = {
    text: '['.repeat(100),
    quoted: '"[\\"'.repeat(100),
    deep: JSON.parse('['.repeat(31) + ']'.repeat(31)),
  }
  expect(parseJson(JSON.stringify(value))).toEqual({ ok: true, value })
  expect(parseJson('['.repeat(33) + ']'.repeat(33)).ok).toBe(false)
})
