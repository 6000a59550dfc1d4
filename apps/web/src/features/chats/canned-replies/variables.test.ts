import { describe, expect, it } from 'vitest'
import { fillVariables, variablesIn } from './variables.ts'

describe('fillVariables', () => {
  it('fills in what is known, with or without spaces', () => {
    const values = { 'customer.firstName': 'Vera', 'order.number': 'F-1' }
    expect(fillVariables('Hello {{customer.firstName}}, {{ order.number }} is ready', values)).toBe(
      'Hello Vera, F-1 is ready',
    )
  })

  it('leaves unknown and empty variables visible', () => {
    const values = { 'customer.firstName': '' }
    const text = '{{customer.firstName}} {{order.number}} {{nonsense}} {{toString}}'
    expect(fillVariables(text, values)).toBe(text)
  })

  it('takes a value as it is, also one that looks like a variable or a replacement pattern', () => {
    expect(fillVariables('{{customer.firstName}}', { 'customer.firstName': '$& {{order.number}}' })).toBe(
      '$& {{order.number}}',
    )
  })
})

describe('variablesIn', () => {
  it('lists each variable once', () => {
    expect(variablesIn('{{a.b}} {{ a.b }} {{c}} {d} {{ }} {{e f}}')).toEqual(['a.b', 'c'])
  })
})
