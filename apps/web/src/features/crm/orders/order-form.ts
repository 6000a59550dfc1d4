import {
  add,
  compare,
  type Minor,
  multiply,
  readMoney,
  readQuantity,
  subtract,
  ZERO,
} from '@patchbay/contract/base/money'
import type { Order, OrderEdit } from '@patchbay/contract/crm/orders'
import { type AddressValues, addressValues, toAddressEdit } from '../addresses/address-values.ts'

// The values of the order form, as the inputs hold them: amounts are text until they are sent.

export type ItemValues = { key: string; id: number | undefined; name: string; price: string; quantity: string }

export type OrderValues = {
  site: string | null
  status: string | null
  manager: string | null
  customer: number | undefined
  firstName: string
  lastName: string
  phone: string
  email: string
  items: ItemValues[]
  discount: string
  deliveryType: string | null
  deliveryCost: string
  deliveryDate: string
  deliveryFrom: string
  deliveryTo: string
  address: AddressValues
  customerComment: string
  managerComment: string
}

let keys = 0
export const newItem = (): ItemValues => ({ key: `new-${keys++}`, id: undefined, name: '', price: '', quantity: '1' })

export const newOrderValues = (prefilled: Partial<OrderValues>): OrderValues => ({
  site: null,
  status: null,
  manager: null,
  customer: undefined,
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  items: [newItem()],
  discount: '',
  deliveryType: null,
  deliveryCost: '',
  deliveryDate: '',
  deliveryFrom: '',
  deliveryTo: '',
  address: addressValues(undefined),
  customerComment: '',
  managerComment: '',
  ...prefilled,
})

export const valuesOf = (order: Order): OrderValues => ({
  site: order.site,
  status: order.status,
  manager: order.managerId === undefined ? null : String(order.managerId),
  customer: order.customer?.id,
  firstName: order.firstName,
  lastName: order.lastName,
  phone: order.phone,
  email: order.email,
  items: order.items.map(({ id, productName, initialPrice, quantity }) => ({
    key: String(id),
    id,
    name: productName,
    price: String(initialPrice),
    quantity: String(quantity),
  })),
  discount: order.discountManualAmount === 0 ? '' : String(order.discountManualAmount),
  deliveryType: order.delivery.code ?? null,
  deliveryCost: order.delivery.cost === 0 ? '' : String(order.delivery.cost),
  deliveryDate: order.delivery.date ?? '',
  deliveryFrom: order.delivery.time?.from ?? '',
  deliveryTo: order.delivery.time?.to ?? '',
  address: addressValues(order.delivery.address),
  customerComment: order.customerComment,
  managerComment: order.managerComment,
})

/** An item without a name and a price was added and not filled in: it is not sent. */
const isFilled = ({ name, price }: ItemValues): boolean => name.trim() !== '' || price.trim() !== ''

/** The items as they are sent, so that `items.2` of an error names the right row. */
const filledItems = (items: readonly ItemValues[]): ItemValues[] => items.filter(isFilled)

export const toOrderEdit = (values: OrderValues): OrderEdit => ({
  ...(values.status !== null && { status: values.status }),
  ...(values.manager !== null && { managerId: Number(values.manager) }),
  ...(values.customer !== undefined && { customer: { id: values.customer } }),
  firstName: values.firstName.trim(),
  lastName: values.lastName.trim(),
  phone: values.phone.trim(),
  email: values.email.trim(),
  items: filledItems(values.items).map(({ id, name, price, quantity }) => ({
    ...(id !== undefined && { id }),
    productName: name.trim(),
    initialPrice: price.trim() || '0',
    quantity: quantity.trim() || '1',
  })),
  discountManualAmount: values.discount.trim() || '0',
  delivery: {
    code: values.deliveryType ?? '',
    cost: values.deliveryCost.trim() || '0',
    date: values.deliveryDate,
    time: { from: values.deliveryFrom, to: values.deliveryTo },
    address: toAddressEdit(values.address),
  },
  customerComment: values.customerComment,
  managerComment: values.managerComment,
})

const amountOf = ({ price, quantity }: ItemValues, currency: string): Minor => {
  const [each, number] = [readMoney(price, currency), readQuantity(quantity)]
  return each.ok && number.ok ? multiply(each.value, number.value) : ZERO
}

type Priced = Pick<OrderValues, 'items' | 'discount' | 'deliveryCost'>

/** The total while typing; what is not a number yet counts as nothing. */
export const totalOf = ({ items, discount, deliveryCost }: Priced, currency: string): Minor => {
  const sum = add(...items.map((item) => amountOf(item, currency)))
  const less = readMoney(discount || '0', currency)
  const total = less.ok ? subtract(sum, less.value) : sum
  const delivery = readMoney(deliveryCost || '0', currency)
  return add(compare(total, ZERO) > 0 ? total : ZERO, delivery.ok ? delivery.value : ZERO)
}

const FIELDS: Readonly<Record<string, string>> = {
  discountManualAmount: 'discount',
  managerId: 'manager',
  productName: 'name',
  initialPrice: 'price',
  'delivery.code': 'deliveryType',
  'delivery.cost': 'deliveryCost',
  'delivery.date': 'deliveryDate',
  'delivery.time.from': 'deliveryFrom',
  'delivery.time.to': 'deliveryTo',
}

/** The server's errors by field of the form; an item is found by its place among those that were sent. */
export const formErrors = (fields: Readonly<Record<string, string>>, values: OrderValues): Record<string, string> => {
  const sent = filledItems(values.items)
  const nameOf = (path: string): string => {
    const [list, place, member = ''] = path.split('.')
    if (list !== 'items' || place === undefined) return FIELDS[path] ?? path
    const row = values.items.findIndex(({ key }) => key === sent[Number(place)]?.key)
    return `items.${row}.${FIELDS[member] ?? member}`
  }
  return Object.fromEntries(Object.entries(fields).map(([path, reason]) => [nameOf(path), reason]))
}
