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
import type { ItemState } from '../history/rules.ts'
import { type Delivery, decideDelivery, deliveryHistory, NO_DELIVERY } from './delivery-rules.ts'

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
  /** Follows from its status: it still needs work (D-30). */
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
  delivery: Delivery
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
  /** When it got its status; null: before we knew. */
  statusAt: Date | null
  /** Increases when the items or the total change (D-51). */
  version: number
  createdAt: Date
  updatedAt: Date
}

/** An order to be saved. */
export type OrderDraft = Common & { customerId: number | null }

/** The entities that the edit refers to, as far as they exist. */
export type Known = {
  shopId: number
  currency: string
  /** Whether an order with this status is open; undefined: there is no such status. */
  isOpen: (status: string) => boolean | undefined
  firstStatus: string
  isDeliveryType: (code: string) => boolean
  /** Undefined: the edit refers to one that does not exist. */
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

/** Refused, not ignored: an order with another total than the shop's is worse than none. */
const refuseDiscount = <K extends string>(
  edit: { [N in K]?: AmountIn },
  names: readonly K[],
  at: string,
  fields: Fields,
) => {
  for (const name of names)
    if (edit[name] !== undefined && Number(edit[name]) !== 0)
      fields[`${at}${name}`] =
        'is not supported: send initialPrice after the discount, or discountManualAmount of the whole order'
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
  refuseDiscount(edit, ['discountManualAmount', 'discountManualPercent'], `${at}.`, fields)
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

/** An amount that may not be negative; an absent one stays unchanged. */
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

/** Applies an edit to an order, or creates one. Absent fields stay unchanged. */
export const decideOrder = (before: Order | undefined, edit: OrderEdit, known: Known): OrderDecision => {
  const status = edit.status ?? before?.status ?? known.firstStatus
  const fields = whyRefused(edit, known, status)
  refuseDiscount(edit, ['discountManualPercent'], '', fields)
  const items = edit.items
    ? edit.items.map((item, index) => decideItem(before?.items ?? [], item, `items.${index}`, known.currency, fields))
    : (before?.items ?? [])
  const isCostKnown = !Object.keys(fields).some((name) => name.startsWith('items.'))
  const discount = sumOf(edit.discountManualAmount, before?.discount, known.currency, 'discountManualAmount', fields)
  const paidForItems = subtract(costOf(items), discount)
  if (isCostKnown && compare(paidForItems, ZERO) < 0) fields.discountManualAmount ??= 'is more than the items cost'
  const delivery = decideDelivery(before?.delivery ?? NO_DELIVERY, edit.delivery, known, fields)
  // D-110: the customer pays for the delivery too.
  const total = add(paidForItems, delivery.cost)
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
    delivery,
    customerComment: text('customerComment'),
    managerComment: text('managerComment'),
  }
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, order }
}

/** The fields that the timeline compares: plain values, amounts as decimals. */
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
  ...deliveryHistory(order.delivery, order.currency),
  total: toDecimal(order.total, order.currency),
})

/** D-94: the items as the history compares them. */
export const itemStates = ({ items, currency }: Order): ItemState[] =>
  items.map((item) => ({
    id: item.id ?? 0,
    externalId: item.externalId,
    name: item.name,
    initialPrice: toDecimal(item.price, currency),
    quantity: quantityToDecimal(item.quantity),
    vatRate: item.vat,
  }))

export const draftOf = ({ customer, ...order }: Order): OrderDraft => ({ ...order, customerId: customer?.id ?? null })

const WHAT_IS_PAID_FOR = ['items', 'discount', 'deliveryCost', 'total']

/** Whether the change is one of the delivery. */
export const changesDelivery = (changes: Record<string, unknown>): boolean =>
  Object.keys(changes).some((name) => name.startsWith('delivery'))

/** D-51: whether the change makes an invoice that was issued before it stale. */
export const changesWhatIsPaidFor = (changes: Record<string, unknown>): boolean =>
  WHAT_IS_PAID_FOR.some((name) => name in changes)

/** The number of an order that was sent without one. The letter avoids collisions with the shops' own numbers. */
export const numberFor = (count: number): string => `${count}A`
