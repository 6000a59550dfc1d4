import {
  type AmountIn,
  add,
  compare,
  type Minor,
  multiply,
  type Quantity,
  quantityToDecimal,
  type Read,
  readMoney,
  readQuantity,
  subtract,
  toDecimal,
  ZERO,
} from '@patchbay/contract/base/money'
import type { ItemEdit, OrderEdit } from '@patchbay/contract/crm/orders'

export type OrderItem = {
  /** Null: it is new. */
  id: number | null
  externalId: string | null
  name: string
  price: Minor
  quantity: Quantity
  vat: string
}

type Common = {
  externalId: string | null
  shopId: number
  managerId: number | null
  status: string
  /** As its status says: it still needs somebody (D-30). */
  open: boolean
  firstName: string
  lastName: string
  patronymic: string
  phone: string
  email: string
  currency: string
  items: OrderItem[]
  total: Minor
  discount: Minor
  customerComment: string
  managerComment: string
}

export type OrderCustomer = {
  id: number
  externalId: string | null
  firstName: string
  lastName: string
  patronymic: string
}

export type Order = Common & {
  id: number
  number: string
  site: string
  customer: OrderCustomer | null
  /** Raised when the items or the sum change (D-51). */
  version: number
  createdAt: Date
  updatedAt: Date
}

/** An order as it shall be written. */
export type OrderDraft = Common & { customerId: number | null }

/** What the account has of the things that an edit names. */
export type Known = {
  shopId: number
  currency: string
  /** Whether an order with this status is open; undefined: there is no such status. */
  isOpen: (status: string) => boolean | undefined
  firstStatus: string
  /** Undefined: the edit names one who does not exist. */
  managerId: number | null | undefined
  customerId: number | null | undefined
}

export type Fields = Record<string, string>
export type OrderDecision = { ok: true; order: OrderDraft } | { ok: false; fields: Fields }

const take = <T>(fields: Fields, name: string, read: Read<T>, otherwise: T): T => {
  if (read.ok) return read.value
  fields[name] = read.reason
  return otherwise
}

const decideItem = (
  before: readonly OrderItem[],
  edit: ItemEdit,
  at: string,
  currency: string,
  fields: Fields,
): OrderItem => {
  const same = edit.id === undefined ? undefined : before.find(({ id }) => id === edit.id)
  if (edit.id !== undefined && !same) fields[`${at}.id`] = 'is not an item of this order'
  const name = edit.productName ?? edit.offer?.name ?? same?.name
  if (name === undefined) fields[`${at}.productName`] = 'is missing'
  if (edit.initialPrice === undefined && !same) fields[`${at}.initialPrice`] = 'is missing'
  const price = sumOf(edit.initialPrice, same?.price, currency, `${at}.initialPrice`, fields)
  const one = readQuantity(1)
  const quantity =
    edit.quantity === undefined && same
      ? same.quantity
      : take(fields, `${at}.quantity`, edit.quantity === undefined ? one : readQuantity(edit.quantity), 1n as Quantity)
  if (quantity <= 0n) fields[`${at}.quantity`] = 'must be more than nothing'
  return {
    id: same?.id ?? null,
    externalId: edit.externalId ?? edit.offer?.externalId ?? same?.externalId ?? null,
    name: name ?? '',
    price,
    quantity,
    vat: edit.vatRate ?? same?.vat ?? 'none',
  }
}

/** A sum that may not be negative; absent, it stays as it was. */
const sumOf = (
  given: AmountIn | undefined,
  before: Minor | undefined,
  currency: string,
  name: string,
  fields: Fields,
): Minor => {
  if (given === undefined) return before ?? ZERO
  const sum = take(fields, name, readMoney(given, currency), ZERO)
  if (sum < ZERO) fields[name] = 'must not be negative'
  return sum
}

export const costOf = (items: readonly OrderItem[]): Minor =>
  add(...items.map(({ price, quantity }) => multiply(price, quantity)))

const whyRefused = (edit: OrderEdit, known: Known, status: string): Fields => ({
  ...(known.isOpen(status) === undefined && { status: `is not a status of orders: ${status}` }),
  ...(known.managerId === undefined && { managerId: `is not a user: ${edit.managerId}` }),
  ...(known.customerId === undefined && { customer: 'does not exist' }),
})

const LARGEST = 10n ** 15n

/** What an edit makes of the order that was there, if one was. What is absent stays as it was. */
export const decideOrder = (before: Order | undefined, edit: OrderEdit, known: Known): OrderDecision => {
  const status = edit.status ?? before?.status ?? known.firstStatus
  const fields = whyRefused(edit, known, status)
  const items = edit.items
    ? edit.items.map((item, index) => decideItem(before?.items ?? [], item, `items.${index}`, known.currency, fields))
    : (before?.items ?? [])
  const discount = sumOf(edit.discountManualAmount, before?.discount, known.currency, 'discountManualAmount', fields)
  const total = subtract(costOf(items), discount)
  if (compare(total, ZERO) < 0) fields.discountManualAmount ??= 'is more than the items cost'
  if (total >= LARGEST) fields.items ??= 'cost too much'
  const text = (
    name: 'firstName' | 'lastName' | 'patronymic' | 'phone' | 'email' | 'customerComment' | 'managerComment',
  ) => edit[name] ?? before?.[name] ?? ''
  const order: OrderDraft = {
    externalId: edit.externalId ?? before?.externalId ?? null,
    shopId: known.shopId,
    customerId: known.customerId ?? null,
    managerId: known.managerId ?? null,
    status,
    open: known.isOpen(status) ?? true,
    firstName: text('firstName'),
    lastName: text('lastName'),
    patronymic: text('patronymic'),
    phone: text('phone'),
    email: text('email'),
    currency: known.currency,
    items,
    total,
    discount,
    customerComment: text('customerComment'),
    managerComment: text('managerComment'),
  }
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, order }
}

/** An order as history writes it: plain values, sums as decimals. */
export const historyOf = (order: OrderDraft): Record<string, unknown> => ({
  externalId: order.externalId,
  customerId: order.customerId,
  managerId: order.managerId,
  status: order.status,
  firstName: order.firstName,
  lastName: order.lastName,
  patronymic: order.patronymic,
  phone: order.phone,
  email: order.email,
  customerComment: order.customerComment,
  managerComment: order.managerComment,
  items: order.items.map((item) => ({
    ...(item.externalId !== null && { externalId: item.externalId }),
    name: item.name,
    price: toDecimal(item.price, order.currency),
    quantity: quantityToDecimal(item.quantity),
    vat: item.vat,
  })),
  discount: toDecimal(order.discount, order.currency),
  total: toDecimal(order.total, order.currency),
})

export const draftOf = ({ customer, ...order }: Order): OrderDraft => ({ ...order, customerId: customer?.id ?? null })

const WHAT_IS_PAID_FOR = ['items', 'discount', 'total']

/** D-51: whether an invoice that was issued for the order before this change no longer fits it. */
export const changesWhatIsPaidFor = (changes: Record<string, unknown>): boolean =>
  WHAT_IS_PAID_FOR.some((name) => name in changes)

/**
 * The number of an order that came without one. Shops send bare numbers of their own; the letter keeps the two apart.
 */
export const numberFor = (count: number): string => `${count}A`
