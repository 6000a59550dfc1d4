import { expect, it } from 'vitest'
import { readForm } from './form.ts'
import { parseJson } from './json.ts'

it('[D-02] reads plain fields and PHP bracket names', () => {
  expect(readForm('apiKey=k&filter[email]=a%40b.test&filter[groups][]=2&filter[groups][]=3')).toEqual({
    ok: true,
    fields: { apiKey: 'k', filter: { email: 'a@b.test', groups: { 0: '2', 1: '3' } } },
  })
  expect(readForm('')).toEqual({ ok: true, fields: {} })
  expect(readForm('a=1&b=')).toEqual({ ok: true, fields: { a: '1', b: '' } })
})

it('[D-02] rejects a scalar given twice, prototype names, NUL, and invalid UTF-8', () => {
  for (const text of [
    'apiKey=a&apiKey=b',
    '__proto__[x]=1',
    'filter[constructor][prototype]=1',
    'a=%00',
    'a=%ff',
    'a=1&a[b]=2',
  ]) {
    expect(readForm(text), text).toMatchObject({ ok: false })
  }
  expect(({} as { x?: unknown }).x).toBeUndefined()
})

it('[D-02] parses JSON in a parameter without prototype keys, too much depth, NUL or half a surrogate', () => {
  expect(parseJson('{"a":[1,{"b":"é"}]}')).toEqual({ ok: true, value: { a: [1, { b: 'é' }] } })
  expect(parseJson('\uFEFF{}')).toEqual({ ok: true, value: {} })
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  expect(parseJson(deep(32))).toMatchObject({ ok: true })
  for (const text of [
    '{"__proto__":{"x":1}}',
    '{"a":{"b":{"__proto__":{"x":1}}}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    '{"\\ud800":1}',
    deep(33),
    deep(100_000),
    '{"a":',
    'NaN',
  ]) {
    expect(parseJson(text), text.slice(0, 40)).toMatchObject({ ok: false })
  }
  expect(({} as { x?: unknown }).x).toBeUndefined()
})
