import { minor, multiply, type Quantity, quantity, toDecimal } from '@patchbay/contract/base/money'
import type { OrderEdit } from '@patchbay/contract/crm/orders'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decideFilter } from './filter-rules.ts'
import { changesWhatIsPaidFor, costOf, decideOrder, type Known, numberFor, type Order } from './rules.ts'

const known: Known = {
  shopId: 1,
  currency: 'EUR',
  isOpen: (status) => ({ new: true, complete: false })[status],
  firstStatus: 'new',
  managerId: null,
  customerId: null,
}

const decided = (before: Order | undefined, edit: OrderEdit, more: Partial<Known> = {}) => {
  const decision = decideOrder(before, edit, { ...known, ...more })
  return decision.ok ? decision.order : expect.fail(JSON.stringify(decision.fields))
}
const refused = (edit: OrderEdit, more: Partial<Known> = {}) => {
  const decision = decideOrder(undefined, edit, { ...known, ...more })
  return decision.ok ? expect.fail('it was taken') : decision.fields
}

const asOrder = (draft: ReturnType<typeof decided>): Order => ({
  ...draft,
  items: draft.items.map((item, index) => ({ ...item, id: index + 1 })),
  id: 1,
  number: '1',
  site: 'shop',
  customer: null,
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
})

it('[D-41] an order costs what its items cost less the discount, to the cent, however many there are', () => {
  const cents = fc.bigInt({ min: 0n, max: 10_000_000n })
  const item = fc.record({ cents, thousandths: fc.bigInt({ min: 1n, max: 100_000n }) })
  fc.assert(
    fc.property(fc.array(item, { maxLength: 20 }), (list) => {
      const written = (thousandths: bigint) => `${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, '0')}`
      const items = list.map((one) => ({
        productName: 'Fern',
        initialPrice: toDecimal(minor(one.cents), 'EUR'),
        quantity: written(one.thousandths),
      }))
      const cost = list.reduce<bigint>((sum, one) => sum + multiply(minor(one.cents), one.thousandths as Quantity), 0n)
      const discount = cost / 3n
      const order = decided(undefined, { items, discountManualAmount: toDecimal(minor(discount), 'EUR') })
      expect(order.total).toBe(cost - discount)
      expect(costOf(order.items)).toBe(cost)
    }),
  )
})

it('what an edit does not name stays as it was; items that it names replace the others and keep their ids', () => {
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

it('[D-30] an order is open as its status says', () => {
  expect(decided(undefined, {})).toMatchObject({ status: 'new', open: true })
  expect(decided(undefined, { status: 'complete' })).toMatchObject({ open: false })
  expect(refused({ status: 'lost' })).toEqual({ status: 'is not a status of orders: lost' })
})

it('refuses a manager or a customer who does not exist, and what costs more than money can say', () => {
  expect(refused({ managerId: 7 }, { managerId: undefined })).toEqual({ managerId: 'is not a user: 7' })
  expect(refused({ customer: { id: 7 } }, { customerId: undefined })).toEqual({ customer: 'does not exist' })
  const dear = { productName: 'A', initialPrice: '9999999999999.99', quantity: '1000000' }
  expect(refused({ items: [dear] })).toEqual({ items: 'cost too much' })
})

it('[D-51] only what is paid for makes an invoice stale', () => {
  expect(changesWhatIsPaidFor({ status: 1, managerComment: 1, externalId: 1, customerId: 1 })).toBe(false)
  for (const name of ['items', 'discount', 'total']) expect(changesWhatIsPaidFor({ [name]: 1 })).toBe(true)
})

it('numbers carry a letter, so that they never meet a shop’s own bare numbers', () => {
  expect(numberFor(41)).toBe('41A')
})

it('[D-05] a filter never reaches shops that the caller does not see', () => {
  const shops = [
    { id: 1, code: 'a' },
    { id: 2, code: 'b' },
  ]
  const shopIdsFor = (sites: string[] | null, asked?: string[]) => {
    const decision = decideFilter(asked ? { sites: asked } : {}, { shops, sites, zone: 'UTC', now: new Date(0) })
    return decision.ok ? decision.query.shopIds : decision.fields
  }
  expect(shopIdsFor(null)).toBeNull()
  expect(shopIdsFor(['a'])).toEqual([1])
  expect(shopIdsFor([])).toEqual([])
  expect(shopIdsFor(null, ['b'])).toEqual([2])
  expect(shopIdsFor(['a'], ['b'])).toEqual({ sites: 'there is no shop: b' })
})
