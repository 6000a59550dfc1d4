import { expect, it } from 'vitest'
import { orderContent, productContent } from './card-content.ts'

it('[D-116] reads a product as the webhooks carry it', () => {
  const product = {
    ...{ id: 0, name: 'Fern', article: 'F-1', url: 'https://shop.test/fern', img: 'http://shop.test/fern.png' },
    ...{ cost: { value: 12.5, currency: 'EUR' }, quantity: { value: 2, unit: 'pc' } },
  }
  const { id: _id, ...content } = product
  expect(productContent(product)).toEqual(content)
})

it('leaves out what a transport wrote differently', () => {
  for (const broken of [undefined, null, 'Fern', 5, [], { name: {}, cost: 'free', quantity: { value: 'two' } }])
    expect(productContent(broken)).toMatchObject({ name: '', cost: undefined, quantity: undefined })
  expect(productContent({ url: 'javascript:alert(1)', img: '//shop.test/x' })).toMatchObject({
    url: undefined,
    img: undefined,
  })
  expect(productContent({ name: 12, cost: { value: '5', currency: 'eur' } })).toMatchObject({
    name: '12',
    cost: { value: 5, currency: 'EUR' },
  })
  expect(productContent({ cost: { value: 5, currency: 'euro' } }).cost).toBeUndefined()
  expect(productContent({ cost: { value: '', currency: 'EUR' } }).cost).toBeUndefined()
})

it('[D-116] reads an order, with the payment flag in either spelling', () => {
  const cost = (value: number) => ({ value, currency: 'EUR' })
  const order = {
    ...{
      external_id: 7,
      number: '12A',
      url: 'https://shop.test/12',
      date: '2026-11-17T10:00:00Z',
      cost: cost(30),
      discount: cost(2),
    },
    status: { code: 'assembling', name: 'Being assembled' },
    delivery: { name: 'Courier', price: cost(5), address: 'Porto' },
    payments: [
      { name: 'Card', status: { name: 'Paid', payed: true }, amount: cost(30) },
      { name: 'Cash', status: { name: 'Not paid', paid: false }, amount: cost(1) },
    ],
    items: [{ name: 'Fern', quantity: { value: 2, unit: 'pc' }, price: cost(12.5) }],
  }
  expect(orderContent(order)).toEqual({
    ...{ number: '12A', url: 'https://shop.test/12', date: '2026-11-17T10:00:00Z', status: 'Being assembled' },
    ...{ cost: cost(30), discount: cost(2) },
    items: [{ name: 'Fern', quantity: { value: 2, unit: 'pc' }, price: cost(12.5) }],
    delivery: { name: 'Courier', address: 'Porto', price: cost(5) },
    payments: [
      { name: 'Card', status: 'Paid', paid: true, amount: cost(30) },
      { name: 'Cash', status: 'Not paid', paid: false, amount: cost(1) },
    ],
  })
})

it('an order may be no more than its number', () => {
  expect(orderContent({ number: 12, date: 'yesterday', items: 'Fern', delivery: {} })).toEqual({
    ...{
      number: '12',
      url: undefined,
      date: undefined,
      status: '',
      items: [],
      discount: undefined,
      delivery: undefined,
    },
    ...{ payments: [], cost: undefined },
  })
})
