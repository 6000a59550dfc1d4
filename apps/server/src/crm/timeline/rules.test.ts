import { describe, expect, it } from 'vitest'
import { diffFields } from './rules.ts'

describe('diffFields', () => {
  it('lists the fields that differ, with before and after', () => {
    expect(diffFields({ name: 'Ann', city: 'Ulm' }, { name: 'Anna', city: 'Ulm' })).toEqual({
      name: ['Ann', 'Anna'],
    })
  })

  it('a field that one side lacks is null there', () => {
    expect(diffFields({}, { name: 'Ann' })).toEqual({ name: [null, 'Ann'] })
    expect(diffFields({ name: 'Ann' }, {})).toEqual({ name: ['Ann', null] })
  })

  it('absent, undefined and null are equal', () => {
    expect(diffFields({ a: null, b: undefined }, { b: null, c: undefined, d: null })).toEqual({})
  })

  it('empty values differ from null and from one another', () => {
    expect(diffFields({ a: '', b: 0, c: false }, {})).toEqual({ a: ['', null], b: [0, null], c: [false, null] })
    expect(diffFields({ a: '' }, { a: 0 })).toEqual({ a: ['', 0] })
  })

  it('lists and objects are compared as JSON', () => {
    const before = { items: [{ name: 'Fern', price: '1.10' }], at: new Date(0) }
    expect(diffFields(before, structuredClone(before))).toEqual({})
    expect(diffFields(before, { items: [{ name: 'Fern', price: '1.20' }], at: '1970-01-01T00:00:00.000Z' })).toEqual({
      items: [[{ name: 'Fern', price: '1.10' }], [{ name: 'Fern', price: '1.20' }]],
    })
  })
})
