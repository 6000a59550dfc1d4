import { describe, expect, it } from 'vitest'
import { diffFields } from './rules.ts'

describe('diffFields', () => {
  it('lists what differs, field by field, as before and after', () => {
    expect(diffFields({ name: 'Ann', city: 'Ulm' }, { name: 'Anna', city: 'Ulm' })).toEqual({
      name: ['Ann', 'Anna'],
    })
  })

  it('a field of one side alone is null on the other', () => {
    expect(diffFields({}, { name: 'Ann' })).toEqual({ name: [null, 'Ann'] })
    expect(diffFields({ name: 'Ann' }, {})).toEqual({ name: ['Ann', null] })
  })

  it('absent, undefined and null are one and the same', () => {
    expect(diffFields({ a: null, b: undefined }, { b: null, c: undefined, d: null })).toEqual({})
  })

  it('empty values are values: they differ from none and from one another', () => {
    expect(diffFields({ a: '', b: 0, c: false }, {})).toEqual({ a: ['', null], b: [0, null], c: [false, null] })
    expect(diffFields({ a: '' }, { a: 0 })).toEqual({ a: ['', 0] })
  })

  it('lists and objects are compared as they would be written', () => {
    const before = { items: [{ name: 'Fern', price: '1.10' }], at: new Date(0) }
    expect(diffFields(before, structuredClone(before))).toEqual({})
    expect(diffFields(before, { items: [{ name: 'Fern', price: '1.20' }], at: '1970-01-01T00:00:00.000Z' })).toEqual({
      items: [[{ name: 'Fern', price: '1.10' }], [{ name: 'Fern', price: '1.20' }]],
    })
  })
})
