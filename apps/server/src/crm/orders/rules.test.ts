import { minor, multiply, type Quantity, quantity, toDecimal } from '@patchbay/contract/base/money'
import type { OrderEdit } from '@patchbay/contract/crm/orders'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_DELIVERY } from './delivery-rules.ts'
import {
  changesWhatIsPaidFor,
  costOf,
  decideOrder,
  draftOf,
  historyOf,
  type Known,
  numberFor,
  type Order,
  type OrderDraft,
} from './rules.ts'

describe('decideOrder', () => {
  const known: Known = {
    shopId: 1,
    currency: 'EUR',
    isOpen: (status) => ({ new: true, complete: false })[status],
    firstStatus: 'new',
    isDeliveryType: (code) => code === 'courier',
    managerId: null,
    customerId: null,
  }

  const decided = (before: Order | undefined, edit: OrderEdit, more: Partial<Known> = {}) => {
    const decision = decideOrder(before, edit, { ...known, ...more })
    return decision.ok ? decision.order : expect.fail(JSON.stringify(decision.fields))
  }
  const refused = (edit: OrderEdit, more: Partial<Known> = {}, before?: Order) => {
    const decision = decideOrder(before, edit, { ...known, ...more })
    return decision.ok ? expect.fail('it was taken') : decision.fields
  }

  const asOrder = (draft: ReturnType<typeof decided>): Order => ({
    ...draft,
    items: draft.items.map((item, index) => ({ ...item, id: index + 1 })),
    id: 1,
    number: '1',
    site: 'shop',
    customer: null,
    statusAt: null,
    version: 1,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  })

  describe('fields', () => {
    const unchanged: OrderDraft = {
      externalId: 'shop-7',
      status: 'complete',
      firstName: 'Greta',
      lastName: 'Holm',
      patronymic: 'Ann',
      phone: '030 901821',
      email: 'greta@shop.test',
      customerComment: 'Ring twice',
      managerComment: 'Regular',
      shopId: 1,
      customerId: null,
      managerId: null,
      open: false,
      currency: 'EUR',
      items: [{ id: 1, externalId: null, name: 'Fern', price: minor(200n), quantity: quantity('1'), vat: 'none' }],
      total: minor(150n),
      discount: minor(50n),
      delivery: NO_DELIVERY,
    }

    const before: Order = {
      ...unchanged,
      id: 1,
      number: '1',
      site: 'shop',
      customer: null,
      statusAt: null,
      version: 1,
      createdAt: new Date(0),
      updatedAt: new Date(0),
    }

    it('a new order from an empty edit has the first status, no items, no texts, and a total of zero', () => {
      expect(decided(undefined, {})).toEqual({
        externalId: null,
        shopId: 1,
        customerId: null,
        managerId: null,
        status: 'new',
        open: true,
        firstName: '',
        lastName: '',
        patronymic: '',
        phone: '',
        email: '',
        currency: 'EUR',
        items: [],
        total: 0n,
        discount: 0n,
        delivery: NO_DELIVERY,
        customerComment: '',
        managerComment: '',
      })
    })

    it('shop, currency, manager and customer are the resolved ones', () => {
      const found = { shopId: 2, currency: 'JPY', managerId: 3, customerId: 4 }
      expect(decided(undefined, {}, found)).toMatchObject(found)
    })

    it('an empty edit leaves the order unchanged', () => {
      expect(decided(before, {})).toEqual(unchanged)
    })

    it.for<OrderEdit>([
      { externalId: 'shop-8' },
      { status: 'new' },
      { firstName: 'Gerda' },
      { firstName: '' },
      { lastName: 'Berg' },
      { patronymic: 'Eva' },
      { phone: '030 901822' },
      { email: 'gerda@shop.test' },
      { customerComment: 'Do not ring' },
      { managerComment: 'New here' },
    ])('a field that is given replaces the old value and no other: %j', (edit) => {
      expect(decided(before, edit)).toEqual({ ...unchanged, ...edit, open: edit.status === 'new' })
    })

    it('absent fields stay unchanged; a list of items replaces the list, and items keep their ids', () => {
      const before = asOrder(
        decided(undefined, {
          firstName: 'Greta',
          items: [
            { productName: 'A', initialPrice: 1 },
            { productName: 'B', initialPrice: 2, quantity: 2, vatRate: 'vat20' },
          ],
        }),
      )
      expect(decided(before, { lastName: 'Holm' })).toMatchObject({ firstName: 'Greta', lastName: 'Holm', total: 500n })
      const after = decided(before, {
        items: [
          { id: 2, quantity: 3 },
          { productName: 'C', initialPrice: '0.50' },
        ],
      })
      expect(after.items).toMatchObject([
        { id: 2, name: 'B', price: 200n, quantity: quantity('3'), vat: 'vat20' },
        { id: null, name: 'C', quantity: quantity('1'), vat: 'none' },
      ])
      expect(after.total).toBe(650n)
    })

    it('[D-30] the status decides whether an order is open', () => {
      expect(decided(undefined, {})).toMatchObject({ status: 'new', open: true })
      expect(decided(undefined, { status: 'complete' })).toMatchObject({ open: false })
      expect(refused({ status: 'lost' })).toEqual({ status: 'is not a status of orders: lost' })
    })

    it('rejects a manager or a customer who does not exist, and a total that is too large', () => {
      expect(refused({ managerId: 7 }, { managerId: undefined })).toEqual({ managerId: 'is not a user: 7' })
      expect(refused({ customer: { id: 7 } }, { customerId: undefined })).toEqual({ customer: 'does not exist' })
      const dear = { productName: 'A', initialPrice: '9999999999999.99', quantity: '1000000' }
      expect(refused({ items: [dear] })).toEqual({ items: 'cost too much' })
    })

    it('reports all errors of an edit at once', () => {
      const edit = { status: 'lost', managerId: 7, customer: { id: 7 }, discountManualAmount: 'x', items: [{}] }
      expect(Object.keys(refused(edit, { managerId: undefined, customerId: undefined }))).toEqual([
        'status',
        'managerId',
        'customer',
        'items.0.productName',
        'discountManualAmount',
      ])
    })
  })

  describe('items', () => {
    const before = () =>
      asOrder(
        decided(undefined, {
          items: [
            { productName: 'Fern', initialPrice: '1.10', quantity: '2.5', vatRate: 'vat20', externalId: 'fern-1' },
            { productName: 'Pot', initialPrice: 3 },
          ],
        }),
      )
    const fern = {
      id: 1,
      externalId: 'fern-1',
      name: 'Fern',
      price: 110n,
      quantity: quantity('2.5'),
      vat: 'vat20',
    }
    const itemAfter = (edit: NonNullable<OrderEdit['items']>[number], of?: Order) =>
      decided(of, { items: [edit] }).items[0]

    it('a new item needs a name; the default is one piece for nothing, without VAT and external id', () => {
      expect(itemAfter({ productName: 'Fern' })).toEqual({
        id: null,
        externalId: null,
        name: 'Fern',
        price: 0n,
        quantity: quantity('1'),
        vat: 'none',
      })
      expect(refused({ items: [{ productName: 'Fern', initialPrice: 1 }, {}] })).toEqual({
        'items.1.productName': 'is missing',
      })
    })

    it('[D-93] a discount of an item is refused unless it is zero', () => {
      const item = { productName: 'Fern', initialPrice: 1 }
      expect(decided(undefined, { items: [{ ...item, discountManualAmount: '0.00', discountManualPercent: 0 }] }))
      expect(
        Object.keys(refused({ items: [{ ...item, discountManualPercent: 5 }], discountManualPercent: '1' })),
      ).toEqual(['discountManualPercent', 'items.0.discountManualPercent'])
    })

    it('an item with only an id stays unchanged', () => {
      expect(itemAfter({ id: 1 }, before())).toEqual(fern)
    })

    it.for<[NonNullable<OrderEdit['items']>[number], Record<string, unknown>]>([
      [{ productName: 'Moss' }, { name: 'Moss' }],
      [{ offer: { name: 'Moss' } }, { name: 'Moss' }],
      [{ productName: 'Moss', offer: { name: 'Lichen' } }, { name: 'Moss' }],
      [{ offer: {} }, {}],
      [{ externalId: 'moss-1' }, { externalId: 'moss-1' }],
      [{ offer: { externalId: 'moss-1' } }, { externalId: 'moss-1' }],
      [{ externalId: 'moss-1', offer: { externalId: 'lichen-1' } }, { externalId: 'moss-1' }],
      [{ initialPrice: '0.05' }, { price: 5n }],
      [{ quantity: 4 }, { quantity: quantity('4') }],
      [{ vatRate: 'vat10' }, { vat: 'vat10' }],
    ])(
      'an edit of an item replaces what it gives; productName and externalId come before those of the offer: %j',
      ([edit, changed]) => {
        expect(itemAfter({ id: 1, ...edit }, before())).toEqual({ ...fern, ...changed })
      },
    )

    it('a new item may take its name and external id from its offer', () => {
      expect(itemAfter({ offer: { name: 'Moss', externalId: 'moss-1' }, initialPrice: 1 })).toMatchObject({
        id: null,
        name: 'Moss',
        externalId: 'moss-1',
      })
    })

    it('rejects the id of an item that the order does not have', () => {
      const edit = { items: [{ id: 77, productName: 'Fern', initialPrice: 1 }] }
      expect(refused(edit, {}, before())).toEqual({ 'items.0.id': 'is not an item of this order' })
      expect(refused(edit)).toEqual({ 'items.0.id': 'is not an item of this order' })
    })

    it('an empty list of items removes all, and an absent one leaves them', () => {
      expect(decided(before(), { items: [] })).toMatchObject({ items: [], total: 0n })
      expect(decided(before(), {}).items).toEqual(before().items)
    })

    it.for<[string | number, string]>([
      [0, 'must be more than nothing'],
      ['-1', 'must be more than nothing'],
      ['many', 'is not a decimal number: many'],
      ['0.0001', 'may have at most 3 digits behind the point: 0.0001'],
    ])('[D-41] refuses a quantity that is not positive or not exact: %s', ([given, reason]) => {
      const item = { productName: 'Fern', initialPrice: 0, quantity: given }
      expect(refused({ items: [item] })).toEqual({ 'items.0.quantity': reason })
    })

    it('[D-41] the smallest quantity is a thousandth', () => {
      expect(itemAfter({ productName: 'Fern', initialPrice: 1, quantity: '0.001' })?.quantity).toBe(1n)
    })

    it.for<[string | number, string, string]>([
      [-1, 'EUR', 'must not be negative'],
      ['free', 'EUR', 'is not a decimal number: free'],
      ['1.005', 'EUR', 'may have at most 2 digits behind the point: 1.005'],
      ['1.5', 'JPY', 'may have no digits behind the point: 1.5'],
    ])('[D-41] refuses a price that is negative or not exact: %s %s', ([given, currency, reason]) => {
      const item = { productName: 'Fern', initialPrice: given }
      expect(refused({ items: [item] }, { currency })).toEqual({ 'items.0.initialPrice': reason })
    })
  })

  describe('total and discount', () => {
    const items = [{ productName: 'Fern', initialPrice: 2 }]

    it('[D-41] the total is the cost of all items less the discount, to the cent', () => {
      const cents = fc.bigInt({ min: 0n, max: 10_000_000n })
      const item = fc.record({ cents, thousandths: fc.bigInt({ min: 1n, max: 100_000n }) })
      fc.assert(
        fc.property(fc.array(item, { maxLength: 20 }), (list) => {
          const written = (thousandths: bigint) =>
            `${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, '0')}`
          const items = list.map((one) => ({
            productName: 'Fern',
            initialPrice: toDecimal(minor(one.cents), 'EUR'),
            quantity: written(one.thousandths),
          }))
          const cost = list.reduce<bigint>(
            (sum, one) => sum + multiply(minor(one.cents), one.thousandths as Quantity),
            0n,
          )
          const discount = cost / 3n
          const order = decided(undefined, { items, discountManualAmount: toDecimal(minor(discount), 'EUR') })
          expect(order.total).toBe(cost - discount)
          expect(costOf(order.items)).toBe(cost)
        }),
      )
    })

    it('[D-41] a discount may be as high as the cost of the items, not higher', () => {
      expect(decided(undefined, { items, discountManualAmount: 2 })).toMatchObject({ total: 0n, discount: 200n })
      expect(refused({ items, discountManualAmount: '2.01' })).toEqual({
        discountManualAmount: 'is more than the items cost',
      })
    })

    it('[D-110] the cost of the delivery is part of the total, and no discount is taken from it', () => {
      const order = decided(undefined, { items, discountManualAmount: 2, delivery: { code: 'courier', cost: '4.50' } })
      expect(order).toMatchObject({ total: 450n, delivery: { type: 'courier', cost: 450n } })
      expect(decided(asOrder(order), { discountManualAmount: 0 })).toMatchObject({ total: 650n })
      expect(refused({ items, discountManualAmount: '2.01', delivery: { cost: 5 } })).toEqual({
        discountManualAmount: 'is more than the items cost',
      })
      expect(refused({ delivery: { code: 'balloon' } })).toEqual({ 'delivery.code': 'is not a delivery type: balloon' })
    })

    it('a discount stays until another is given, which must not exceed the cost of the items', () => {
      const before = asOrder(decided(undefined, { items, discountManualAmount: 2 }))
      expect(decided(before, {})).toMatchObject({ discount: 200n, total: 0n })
      expect(decided(before, { discountManualAmount: 0 })).toMatchObject({ discount: 0n, total: 200n })
      expect(refused({ items: [{ id: 1, initialPrice: 1 }] }, {}, before)).toEqual({
        discountManualAmount: 'is more than the items cost',
      })
    })

    it('[D-41] rejects a discount that is negative or not exact, and reports only that', () => {
      expect(refused({ items, discountManualAmount: -1 })).toEqual({ discountManualAmount: 'must not be negative' })
      expect(refused({ items: [{ productName: 'Fern', initialPrice: -5 }], discountManualAmount: 'x' })).toEqual({
        'items.0.initialPrice': 'must not be negative',
        discountManualAmount: 'is not a decimal number: x',
      })
    })

    it('[D-41] does not compare a discount with items that are wrong themselves', () => {
      const wrong = { productName: 'Fern', initialPrice: 'free' }
      expect(refused({ items: [wrong], discountManualAmount: 1 })).toEqual({
        'items.0.initialPrice': 'is not a decimal number: free',
      })
    })

    it('[D-41] compares the discount when something other than the items is wrong', () => {
      expect(Object.keys(refused({ items, status: 'lost', discountManualAmount: 3 }))).toEqual([
        'status',
        'discountManualAmount',
      ])
    })

    it('[D-41] the largest total is what a JSON number represents exactly', () => {
      const dear = { productName: 'A', initialPrice: '9999999999999.99' }
      expect(decided(undefined, { items: [dear] }).total).toBe(999_999_999_999_999n)
      const cent = { productName: 'B', initialPrice: '0.01' }
      expect(refused({ items: [dear, cent] })).toEqual({ items: 'cost too much' })
    })
  })
})

describe('costOf', () => {
  it('[D-41] items cost their prices times their quantities, each rounded to the minor unit', () => {
    const item = { id: null, externalId: null, name: 'Fern', vat: 'none' }
    expect(costOf([])).toBe(0n)
    expect(
      costOf([
        { ...item, price: minor(333n), quantity: quantity('0.5') },
        { ...item, price: minor(100n), quantity: quantity('3') },
      ]),
    ).toBe(467n)
  })
})

describe('historyOf', () => {
  const draft: OrderDraft = {
    externalId: 'shop-7',
    shopId: 1,
    customerId: 2,
    managerId: 3,
    status: 'new',
    open: true,
    firstName: 'Greta',
    lastName: 'Holm',
    patronymic: 'Ann',
    phone: '030 901821',
    email: 'greta@shop.test',
    currency: 'EUR',
    items: [
      { id: 1, externalId: 'fern-1', name: 'Fern', price: minor(110n), quantity: quantity('2.5'), vat: 'vat20' },
      { id: null, externalId: null, name: 'Pot', price: minor(5n), quantity: quantity('1'), vat: 'none' },
    ],
    total: minor(230n),
    discount: minor(50n),
    delivery: NO_DELIVERY,
    customerComment: 'Ring twice',
    managerComment: 'Regular',
  }

  it('[D-41] the history of an order has plain values, with amounts and quantities as decimals', () => {
    expect(historyOf(draft)).toStrictEqual({
      externalId: 'shop-7',
      customerId: 2,
      managerId: 3,
      status: 'new',
      firstName: 'Greta',
      lastName: 'Holm',
      patronymic: 'Ann',
      phone: '030 901821',
      email: 'greta@shop.test',
      customerComment: 'Ring twice',
      managerComment: 'Regular',
      items: [
        { externalId: 'fern-1', name: 'Fern', price: '1.10', quantity: '2.500', vat: 'vat20' },
        { name: 'Pot', price: '0.05', quantity: '1.000', vat: 'none' },
      ],
      discount: '0.50',
      deliveryType: null,
      deliveryCost: null,
      deliveryDate: null,
      deliveryTime: null,
      total: '2.30',
    })
  })

  it('[D-41] amounts have the decimal places of the order’s currency', () => {
    expect(historyOf({ ...draft, currency: 'JPY', items: [] })).toMatchObject({ discount: '50', total: '230' })
  })
})

describe('draftOf', () => {
  const customer = { id: 9, externalId: null, firstName: 'Greta', lastName: '', patronymic: '' }
  const order: Order = {
    id: 1,
    number: '1A',
    site: 'north',
    statusAt: null,
    version: 2,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    customer,
    externalId: null,
    shopId: 1,
    managerId: null,
    status: 'new',
    open: true,
    firstName: '',
    lastName: '',
    patronymic: '',
    phone: '',
    email: '',
    currency: 'EUR',
    items: [],
    total: minor(0n),
    discount: minor(0n),
    delivery: NO_DELIVERY,
    customerComment: '',
    managerComment: '',
  }

  it('a draft has the id of the customer in place of the customer', () => {
    const { customer: _, ...rest } = order
    expect(draftOf(order)).toStrictEqual({ ...rest, customerId: 9 })
    expect(draftOf({ ...order, customer: null })).toStrictEqual({ ...rest, customerId: null })
  })
})

describe('changesWhatIsPaidFor', () => {
  it('[D-51] only a change of what is paid for makes an invoice stale', () => {
    expect(changesWhatIsPaidFor({ status: 1, managerComment: 1, externalId: 1, customerId: 1 })).toBe(false)
    for (const name of ['items', 'discount', 'deliveryCost', 'total'])
      expect(changesWhatIsPaidFor({ [name]: 1 })).toBe(true)
  })

  it('[D-51] one such change among others is enough', () => {
    expect(changesWhatIsPaidFor({ status: 1, total: 1 })).toBe(true)
    expect(changesWhatIsPaidFor({})).toBe(false)
  })
})

describe('numberFor', () => {
  it('numbers have a letter, so that they never collide with a shop’s own numbers', () => {
    expect(numberFor(41)).toBe('41A')
  })
})
