import {
  type Minor,
  type Quantity,
  quantityToNumber,
  readMoney,
  readQuantity,
  toNumber,
} from '@patchbay/contract/base/money'
import type { MessageOrder, MessageProduct, Suggestion, SuggestionType } from '@patchbay/contract/chats/message-cards'
import type { ProductDraft } from '@patchbay/contract/chats/workspace/messages'
import { addressLine } from '../../crm/addresses/rules.ts'
import type { OrderPayment } from '../../crm/order-payments/rules.ts'
import type { Order } from '../../crm/orders/rules.ts'
import type { OrderStatusRow, PaymentStatusRow } from '../../crm/references/rules.ts'

// D-116: products, orders and quick replies that users send.

type Fields = Record<string, string>
export type Decision<T> = { ok: true; value: T } | { ok: false; fields: Fields }

const refuse = (fields: Fields): { ok: false; fields: Fields } => ({ ok: false, fields })

const memberOf = (value: unknown, name: string): string => {
  const member = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  return typeof member === 'string' ? member.slice(0, 255) : ''
}

/** What stands for a card in lists, in the timeline and in the search: the name of a product, the number of an order. */
export const cardTitle = ({ product, order }: { product?: unknown; order?: unknown }): string =>
  memberOf(product, 'name') || memberOf(order, 'number')

/** D-116: the text of a message can be changed, a card or a template cannot. */
export const isEditable = ({ type, detail }: { type: string; detail: { template?: unknown } }): boolean =>
  type !== 'product' && type !== 'order' && detail.template === undefined

const CONTENTS = ['product', 'orderId', 'template'] as const

type Draft = {
  text?: string
  items?: readonly unknown[]
  product?: unknown
  orderId?: unknown
  template?: unknown
  suggestions?: readonly unknown[]
}

/** D-116: a message is a text with files, or one product, or one order, or one template; quick replies need a text alone. */
export const whyNotOneContent = (draft: Draft): Fields | undefined => {
  const given = CONTENTS.filter((name) => draft[name] !== undefined)
  const [text, items] = [draft.text ?? '', draft.items?.length ?? 0]
  const isText = text !== '' || items > 0
  const [first, second] = given
  if (first === undefined && !isText) return { text: 'is missing' }
  if (second !== undefined) return { [second]: 'must be in a message of its own' }
  if (first !== undefined && isText) return { [first]: 'must be in a message of its own' }
  const isPlain = first === undefined && items === 0
  return (draft.suggestions?.length ?? 0) > 0 && !isPlain ? { suggestions: 'need a text without files' } : undefined
}

const isWebAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text)

const whyNotSuggested = ({ type, title = '', payload = '' }: Suggestion): Fields | undefined => {
  if (type === 'text' && title.trim() === '') return { title: 'is missing' }
  if (type === 'url' && !isWebAddress(payload)) return { payload: 'must be an http or https address' }
  return undefined
}

/** D-116: of a text only the title is sent, of a link also its address; contacts are asked for without a payload. */
export const decideSuggestions = (
  given: readonly Suggestion[],
  accepted: readonly SuggestionType[],
): Decision<Suggestion[]> => {
  for (const [place, suggestion] of given.entries()) {
    const name = `suggestions.${place}`
    if (!accepted.includes(suggestion.type)) return refuse({ [`${name}.type`]: 'is not accepted by the channel' })
    const [wrong] = Object.entries(whyNotSuggested(suggestion) ?? {})
    if (wrong) return refuse({ [`${name}.${wrong[0]}`]: wrong[1] })
  }
  const value = given.map(({ type, title = '', payload = '' }) => ({
    type,
    ...(title.trim() !== '' && { title: title.trim() }),
    ...(type === 'url' && { payload }),
  }))
  return { ok: true, value }
}

/** D-116: there is no catalogue, so the id is 0. */
export const decideProduct = ({
  price,
  currency,
  quantity,
  unit,
  ...named
}: ProductDraft): Decision<MessageProduct> => {
  if (price !== undefined && currency === undefined) return refuse({ currency: 'is missing' })
  const sum = price === undefined ? undefined : readMoney(price, currency ?? '')
  if (sum && !sum.ok) return refuse({ price: sum.reason })
  const amount = quantity === undefined ? undefined : readQuantity(quantity)
  if (amount && !amount.ok) return refuse({ quantity: amount.reason })
  if (sum?.ok && sum.value < 0n) return refuse({ price: 'must not be negative' })
  if (amount?.ok && amount.value <= 0n) return refuse({ quantity: 'must be positive' })
  const product: MessageProduct = {
    id: 0,
    ...named,
    ...(sum?.ok && currency !== undefined && { cost: { value: toNumber(sum.value, currency), currency } }),
    ...(unit && { unit }),
    ...(amount?.ok && { quantity: { value: quantityToNumber(amount.value), unit: unit ?? '' } }),
  }
  return { ok: true, value: product }
}

type Named = { code: string; name: string }

export type OrderNames = {
  statuses: readonly OrderStatusRow[]
  paymentStatuses: readonly PaymentStatusRow[]
  paymentTypes: readonly Named[]
  deliveryTypes: readonly Named[]
}

const nameIn = (rows: readonly Named[], code: string | null): string =>
  rows.find((row) => row.code === code)?.name ?? code ?? ''

/** Orders count pieces. */
const piecesOf = (amount: Quantity) => ({ value: quantityToNumber(amount), unit: 'pc' })

/** D-116: an order as the customer sees it: no comments, no names of people. */
export const orderCard = (order: Order, payments: readonly OrderPayment[], names: OrderNames): MessageOrder => {
  const cost = (value: Minor) => ({ value: toNumber(value, order.currency), currency: order.currency })
  const { delivery, discount } = order
  const address = addressLine(delivery.address)
  const status = names.statuses.find(({ code }) => code === order.status)
  return {
    external_id: order.id,
    number: order.number,
    date: order.createdAt.toISOString(),
    cost: cost(order.total),
    ...(discount > 0n && { discount: cost(discount) }),
    status: { code: status?.group ?? 'new', name: status?.name ?? order.status },
    ...((delivery.type !== null || delivery.cost > 0n || address !== '') && {
      delivery: { name: nameIn(names.deliveryTypes, delivery.type), price: cost(delivery.cost), address },
    }),
    payments: payments.map((payment) => {
      const found = names.paymentStatuses.find(({ code }) => code === payment.status)
      const paid = found?.complete ?? false
      return {
        name: nameIn(names.paymentTypes, payment.type),
        status: { name: found?.name ?? payment.status, paid, payed: paid },
        amount: cost(payment.amount),
      }
    }),
    items: order.items.map(({ name, quantity, price }) => ({
      name,
      quantity: piecesOf(quantity),
      price: cost(price),
    })),
  }
}
