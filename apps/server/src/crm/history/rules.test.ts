import { expect, it } from 'vitest'
import { changesOf, customerCreated, itemChanges, orderCreated, paymentChanges } from './rules.ts'

it('[D-94] names fields as public clients do, and shows codes and ids as objects', () => {
  expect(
    changesOf({
      firstName: ['', 'Nora'],
      status: ['new', 'complete'],
      managerId: [null, 7],
      total: ['1', '2'],
      items: [[], []],
    }),
  ).toEqual([
    { field: 'first_name', oldValue: '', newValue: 'Nora' },
    { field: 'status', oldValue: { code: 'new' }, newValue: { code: 'complete' } },
    { field: 'manager', oldValue: null, newValue: { id: 7 } },
    { field: 'total_summ', oldValue: '1', newValue: '2' },
  ])
  expect([orderCreated('new'), customerCreated(3)]).toEqual([
    { field: 'status', oldValue: null, newValue: { code: 'new' }, created: true },
    { field: 'id', oldValue: null, newValue: 3, created: true },
  ])
})

it('[D-94] compares items by id', () => {
  const fern = { id: 1, externalId: null, name: 'Fern', initialPrice: '5.00', quantity: '1', vatRate: 'none' }
  const moss = { ...fern, id: 2, externalId: 'm', name: 'Moss' }
  const part = { item: { id: 1, productName: 'Fern' } }
  expect(itemChanges([fern], [fern])).toEqual([])
  expect(itemChanges([fern], [{ ...fern, quantity: '2' }])).toEqual([
    { field: 'order_product.quantity', oldValue: '1', newValue: '2', part },
  ])
  expect(itemChanges([fern], [moss])).toEqual([
    { field: 'order_product', oldValue: { id: 1, initialPrice: '5.00', quantity: '1' }, newValue: null, part },
    {
      field: 'order_product',
      oldValue: null,
      newValue: { id: 2, initialPrice: '5.00', quantity: '1' },
      part: { item: { id: 2, productName: 'Moss', externalId: 'm' } },
    },
  ])
})

it('[D-94] shows a payment that is added, changed or removed', () => {
  const payment = { id: 4, type: 'cash' }
  const part = { payment }
  expect(paymentChanges(payment, 'added', {})).toEqual([
    { field: 'payments', oldValue: null, newValue: { code: 'cash' }, part },
  ])
  expect(paymentChanges(payment, 'removed', {})).toEqual([
    { field: 'payments', oldValue: { code: 'cash' }, newValue: null, part },
  ])
  expect(paymentChanges(payment, 'changed', { status: ['not-paid', 'paid'], paidAt: [null, 'x'] })).toEqual([
    { field: 'payments.status', oldValue: { code: 'not-paid' }, newValue: { code: 'paid' }, part },
    { field: 'payments.paid_at', oldValue: null, newValue: 'x', part },
  ])
})
