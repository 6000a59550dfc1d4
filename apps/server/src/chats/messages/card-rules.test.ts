import { money, quantity } from '@patchbay/contract/base/money'
import { describe, expect, it } from 'vitest'
import type { OrderPayment } from '../../crm/order-payments/rules.ts'
import { NO_DELIVERY } from '../../crm/orders/delivery-rules.ts'
import type { Order } from '../../crm/orders/rules.ts'
import { DELIVERY_TYPES, ORDER_STATUSES, PAYMENT_STATUSES, PAYMENT_TYPES } from '../../crm/references/rules.ts'
import { cardTitle, decideProduct, decideSuggestions, isEditable, orderCard, whyNotOneContent } from './card-rules.ts'

describe('[D-116] a message has one content', () => {
  it.for<[string, Parameters<typeof whyNotOneContent>[0], object | undefined]>([
    ['a text', { text: 'Hi' }, undefined],
    ['a text with files', { text: 'Hi', items: [{}] }, undefined],
    ['files', { items: [{}] }, undefined],
    ['a product', { product: {} }, undefined],
    ['an order', { orderId: 1 }, undefined],
    ['a template', { template: {} }, undefined],
    ['a text with quick replies', { text: 'Hi', suggestions: [{}] }, undefined],
    ['nothing', {}, { text: 'is missing' }],
    ['quick replies alone', { suggestions: [{}] }, { text: 'is missing' }],
    ['two cards', { product: {}, orderId: 1 }, { orderId: 'must be in a message of its own' }],
    ['an order and a template', { orderId: 1, template: {} }, { template: 'must be in a message of its own' }],
    ['a product with a text', { product: {}, text: 'Hi' }, { product: 'must be in a message of its own' }],
    ['a template with files', { template: {}, items: [{}] }, { template: 'must be in a message of its own' }],
    [
      'files with quick replies',
      { text: 'Hi', items: [{}], suggestions: [{}] },
      { suggestions: 'need a text without files' },
    ],
    ['a card with quick replies', { product: {}, suggestions: [{}] }, { suggestions: 'need a text without files' }],
    ['a text with an empty list of them', { items: [{}], suggestions: [] }, undefined],
  ])('%s', ([, draft, wrong]) => {
    expect(whyNotOneContent(draft)).toEqual(wrong)
  })
})

describe('[D-116] quick replies', () => {
  const ALL = ['text', 'phone', 'email', 'url'] as const

  it('carry what their type needs, and nothing else', () => {
    const given = [
      { type: 'text', title: ' Yes ', payload: 'ignored' },
      { type: 'url', title: 'Open', payload: 'https://shop.test/1' },
      { type: 'phone', title: '', payload: 'ignored' },
      { type: 'email' },
    ] as const
    expect(decideSuggestions(given, ALL)).toEqual({
      ok: true,
      value: [
        { type: 'text', title: 'Yes' },
        { type: 'url', title: 'Open', payload: 'https://shop.test/1' },
        { type: 'phone' },
        { type: 'email' },
      ],
    })
  })

  it('are refused by their place: a type that the channel has not declared, no title, no address', () => {
    const yes = { type: 'text', title: 'Yes' } as const
    expect(decideSuggestions([yes, { type: 'phone' }], ['text'])).toEqual({
      ok: false,
      fields: { 'suggestions.1.type': 'is not accepted by the channel' },
    })
    expect(decideSuggestions([{ type: 'text', title: ' ' }], ALL)).toEqual({
      ok: false,
      fields: { 'suggestions.0.title': 'is missing' },
    })
    for (const payload of ['', 'shop.test', 'javascript:alert(1)', 'https://'])
      expect(decideSuggestions([yes, { type: 'url', title: 'Open', payload }], ALL)).toEqual({
        ok: false,
        fields: { 'suggestions.1.payload': 'must be an http or https address' },
      })
  })
})

describe('[D-116] a product', () => {
  it('may have no more than a name', () => {
    expect(decideProduct({ name: 'Fern' })).toEqual({ ok: true, value: { id: 0, name: 'Fern' } })
  })

  it('has its cost with the currency and its quantity with the unit', () => {
    const link = { url: 'https://shop.test/fern', img: 'https://shop.test/fern.png', article: 'F-1' }
    const draft = { name: 'Fern', ...link, price: '12.50', currency: 'EUR', quantity: 1.5, unit: 'kg' }
    expect(decideProduct(draft)).toEqual({
      ok: true,
      value: {
        ...{ id: 0, name: 'Fern', ...link },
        ...{ cost: { value: 12.5, currency: 'EUR' }, unit: 'kg', quantity: { value: 1.5, unit: 'kg' } },
      },
    })
    expect(decideProduct({ name: 'Fern', quantity: 2 })).toMatchObject({ value: { quantity: { value: 2, unit: '' } } })
  })

  it.for<[object, string]>([
    [{ price: 1 }, 'currency'],
    [{ price: '1.234', currency: 'EUR' }, 'price'],
    [{ price: -1, currency: 'EUR' }, 'price'],
    [{ price: 'free', currency: 'EUR' }, 'price'],
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: '1.2345' }, 'quantity'],
  ])('is refused with %o, by %s', ([wrong, field]) => {
    const decision = decideProduct({ name: 'Fern', ...wrong })
    expect(decision.ok ? [] : Object.keys(decision.fields)).toEqual([field])
  })
})

const eur = (decimal: string) => money(decimal, 'EUR')
const ORDER: Order = {
  ...{
    id: 7,
    number: '12A',
    externalId: 'shop-12',
    shopId: 1,
    site: 'online',
    managerId: 2,
    status: 'assembling',
    open: true,
  },
  customer: { id: 3, externalId: null, firstName: 'Vera', lastName: 'Lind', patronymic: '' },
  ...{ firstName: 'Vera', lastName: 'Lind', patronymic: '', phone: '+34600', email: 'v@x.test', currency: 'EUR' },
  items: [{ id: 1, externalId: null, name: 'Fern', price: eur('12.50'), quantity: quantity('2'), vat: 'none' }],
  ...{
    total: eur('25.00'),
    discount: eur('0'),
    delivery: NO_DELIVERY,
    customerComment: 'ring',
    managerComment: 'rude',
  },
  ...{
    statusAt: null,
    version: 1,
    createdAt: new Date('2026-11-17T10:00:00Z'),
    updatedAt: new Date('2026-11-17T11:00:00Z'),
  },
}
const NAMES = {
  statuses: ORDER_STATUSES,
  paymentStatuses: PAYMENT_STATUSES,
  paymentTypes: PAYMENT_TYPES,
  deliveryTypes: DELIVERY_TYPES,
}

describe('[D-116] the card of an order', () => {
  it('has its number, date, status, items and total, and nothing of what colleagues wrote', () => {
    expect(orderCard(ORDER, [], NAMES)).toEqual({
      external_id: 7,
      number: '12A',
      date: '2026-11-17T10:00:00.000Z',
      cost: { value: 25, currency: 'EUR' },
      status: { code: 'assembling', name: 'Being assembled' },
      payments: [],
      items: [{ name: 'Fern', quantity: { value: 2, unit: 'pc' }, price: { value: 12.5, currency: 'EUR' } }],
    })
  })

  it('has the delivery, the discount and the payments, paid or not, in both spellings', () => {
    const delivery = { ...NO_DELIVERY, type: 'courier', cost: eur('5'), address: { city: 'Porto', street: 'Rua 1' } }
    const payment = (type: string, status: string): OrderPayment => ({
      ...{ id: 1, orderId: 7, shopId: 1, externalId: null, type, status, amount: eur('25') },
      ...{ currency: 'EUR', paidAt: null, comment: 'from his wife' },
    })
    const card = orderCard(
      { ...ORDER, delivery, discount: eur('2') },
      [payment('cash', 'not-paid'), payment('bank-card', 'paid')],
      NAMES,
    )
    expect(card.discount).toEqual({ value: 2, currency: 'EUR' })
    expect(card.delivery).toEqual({ name: 'Courier', price: { value: 5, currency: 'EUR' }, address: 'Porto, Rua 1' })
    const amount = { value: 25, currency: 'EUR' }
    expect(card.payments).toEqual([
      { name: 'Cash', status: { name: 'Not paid', paid: false, payed: false }, amount },
      { name: 'Bank card', status: { name: 'Paid', paid: true, payed: true }, amount },
    ])
  })

  it('shows codes whose names are gone', () => {
    const card = orderCard({ ...ORDER, status: 'lost' }, [], { ...NAMES, statuses: [] })
    expect(card.status).toEqual({ code: 'new', name: 'lost' })
  })
})

it('a card is named by its product or order in lists', () => {
  expect(cardTitle({ product: { name: 'Fern' } })).toBe('Fern')
  expect(cardTitle({ order: { number: '12A' } })).toBe('12A')
  expect(cardTitle({ product: 'Fern', order: { number: 12 } })).toBe('')
  expect(cardTitle({})).toBe('')
})

it('[D-116] cards and templates are not edited', () => {
  expect(isEditable({ type: 'text', detail: {} })).toBe(true)
  expect(isEditable({ type: 'image', detail: {} })).toBe(true)
  for (const type of ['product', 'order']) expect(isEditable({ type, detail: {} })).toBe(false)
  expect(isEditable({ type: 'text', detail: { template: { code: 'x' } } })).toBe(false)
})
