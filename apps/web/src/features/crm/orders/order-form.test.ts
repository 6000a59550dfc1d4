import { toDecimal } from '@patchbay/contract/base/money'
import { describe, expect, it } from 'vitest'
import { formErrors, newItem, newOrderValues, toOrderEdit, totalOf } from './order-form.ts'

const item = (name: string, price: string, quantity = '1') => ({ ...newItem(), name, price, quantity })

describe('totalOf', () => {
  it('[D-41] is exact while typing, and counts what is not a number yet as nothing', () => {
    const items = [item('Fern', '0.1', '3'), item('Soil', '1.99', '2.5'), item('Pot', '12,5')]
    expect(toDecimal(totalOf({ items, discount: '0.28', deliveryCost: '4' }, 'USD'), 'USD')).toBe('9.00')
  })

  it('is not below zero', () => {
    expect(totalOf({ items: [item('Fern', '1')], discount: '5', deliveryCost: '' }, 'USD')).toBe(0n)
  })
})

describe('toOrderEdit', () => {
  it('sends filled items only, with amounts as text', () => {
    const values = newOrderValues({ firstName: ' Greta ', items: [newItem(), item('Fern', '12.50', '2')] })
    expect(toOrderEdit(values)).toMatchObject({
      firstName: 'Greta',
      items: [{ productName: 'Fern', initialPrice: '12.50', quantity: '2' }],
      discountManualAmount: '0',
      delivery: { code: '', cost: '0', date: '', address: { city: '' } },
    })
  })

  it('leaves out what was not chosen, so that the server decides', () => {
    expect(Object.keys(toOrderEdit(newOrderValues({})))).not.toContain('status')
    expect(toOrderEdit(newOrderValues({ customer: 7, manager: '3' }))).toMatchObject({
      customer: { id: 7 },
      managerId: 3,
    })
  })
})

describe('formErrors', () => {
  it('puts the reason at the row that was sent, also when an empty row stands before it', () => {
    const values = newOrderValues({ items: [newItem(), item('Fern', 'free')] })
    expect(
      formErrors({ 'items.0.initialPrice': 'is not a decimal number', discountManualAmount: 'too much' }, values),
    ).toEqual({
      'items.1.price': 'is not a decimal number',
      discount: 'too much',
    })
  })
})
