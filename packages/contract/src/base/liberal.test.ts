import Type from 'typebox'
import { expect, it } from 'vitest'
import { readLiberally, unknownMembers } from './liberal.ts'

const Thing = Type.Object({
  id: Type.Optional(Type.Integer()),
  code: Type.Optional(Type.String()),
  active: Type.Optional(Type.Boolean()),
  allow: Type.Boolean({ default: false }),
  list: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
  map: Type.Optional(Type.Record(Type.String(), Type.String())),
})

const read = (value: unknown) => readLiberally(Thing, value)

it('[D-03] takes numbers for strings and strings for numbers', () => {
  expect(read({ id: '17', code: 101 })).toEqual({ id: 17, code: '101', allow: false })
})

it('[D-03] takes every spelling of true and false that public clients use', () => {
  for (const yes of [true, 1, '1', 'true', 'True']) expect(read({ active: yes })).toMatchObject({ active: true })
  for (const no of [false, 0, '0', 'false', 'False', '']) expect(read({ active: no })).toMatchObject({ active: false })
  expect(read({ active: 'perhaps' })).toMatchObject({ active: 'perhaps' })
})

it('[D-03] reads explicit null as absent and an absent flag as its default', () => {
  expect(read({ id: null, allow: null })).toEqual({ allow: false })
})

it('[D-03] ignores members that are not known, and never walks into a prototype', () => {
  expect(read({ code: 'a', spam_allowed: 1, toString: 'x' })).toEqual({ code: 'a', allow: false })
  expect(read(JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'))).toEqual({
    allow: false,
  })
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

it('[D-03] reads an empty PHP array as an empty object, and an object with numeric keys as a list', () => {
  expect(read({ map: [] })).toMatchObject({ map: {} })
  expect(read({ list: { 1: { name: 'b' }, 4: { name: 'e' } } })).toMatchObject({ list: [{ name: 'b' }, { name: 'e' }] })
  expect(read({ list: { name: 'only one' } })).toMatchObject({ list: [{ name: 'only one' }] })
})

it('[D-03] leaves alone what it cannot convert with certainty, such as a number that has lost its last digits', () => {
  const code = JSON.parse('12345678901234567890')
  expect(read({ code })).toMatchObject({ code })
  expect(read({ id: '12 pieces' })).toMatchObject({ id: '12 pieces' })
})

it('[D-03] takes an empty choice for none, unless one is needed', () => {
  const Choice = Type.Object({
    kind: Type.Enum(['a', 'b']),
    maybe: Type.Optional(Type.Enum(['a', 'b'])),
    preset: Type.Enum(['a', 'b'], { default: 'b' }),
  })
  expect(readLiberally(Choice, { kind: '', maybe: '', preset: '' })).toEqual({ kind: '', preset: 'b' })
})

it('[D-93] finds the members that a schema does not have', () => {
  const value = {
    id: 1,
    colour: 'red',
    empty: null,
    list: [{ name: 'x', size: 1 }, { size: 2 }],
    map: { any: 'thing' },
  }
  expect(unknownMembers(Thing, value, 'thing')).toEqual(['thing.colour', 'thing.list[].size'])
  expect(unknownMembers({ type: 'object' }, value, 'thing')).toEqual([])
})
