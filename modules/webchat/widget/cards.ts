import type { Card, Suggestion } from './api.ts'
import { make } from './make.ts'

// Products and orders as cards, and quick replies as buttons.

type Cost = NonNullable<NonNullable<Card['product']>['cost']>

/** A currency that the browser does not know is written as it is. */
const money = ({ value, currency }: Cost): string => {
  try {
    return new Intl.NumberFormat(navigator.language, { style: 'currency', currency }).format(value)
  } catch {
    return `${value} ${currency}`
  }
}

const isWebAddress = (text: string | undefined): text is string => /^https?:\/\//i.test(text ?? '')

const link = (href: string, text: string) => make('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text)

const line = (left: string, right: string) =>
  make('div', { class: 'line' }, make('span', {}, left), make('span', { class: 'amount' }, right))

const times = ({ value, unit }: { value: number; unit: string }) => `× ${value}${unit === '' ? '' : ` ${unit}`}`

const productCard = ({ name, url, img, cost, quantity }: NonNullable<Card['product']>) => {
  const picture = isWebAddress(img) ? [make('img', { src: img, alt: name, loading: 'lazy' })] : []
  for (const element of picture) element.addEventListener('error', () => element.remove())
  const title = make('strong', {}, isWebAddress(url) ? link(url, name) : name)
  const facts = [cost && money(cost), quantity && times(quantity)].filter(Boolean).join(' ')
  return make('div', { class: 'card' }, ...picture, title, make('div', {}, facts))
}

const dateOf = (date: string): string => {
  const at = new Date(date)
  return Number.isNaN(at.getTime()) ? '' : at.toLocaleDateString(navigator.language, { dateStyle: 'medium' })
}

const orderCard = ({ number, date, status, items, ...order }: NonNullable<Card['order']>) => {
  const { discount, delivery } = order
  return make(
    'div',
    { class: 'card' },
    make('strong', {}, `Order ${number}`),
    make('div', { class: 'facts' }, [dateOf(date), status.name].filter(Boolean).join(' · ')),
    ...items.map(({ name, quantity, price }) => line(`${name} ${times(quantity)}`, money(price))),
    ...(discount ? [line('Discount', `−${money(discount)}`)] : []),
    ...(delivery
      ? [line([delivery.name || 'Delivery', delivery.address].filter(Boolean).join(', '), money(delivery.price))]
      : []),
    make('div', { class: 'total' }, line('Total', money(order.cost))),
    ...order.payments.map(({ name, status: paid, amount }) => line(`${name} · ${paid.name}`, money(amount))),
  )
}

/** What a click on a quick reply does. */
export type ReplyActions = {
  sendText: (text: string) => void
  /** Asks for a contact in the message field. */
  ask: (type: 'phone' | 'email') => void
}

const ASK = { phone: 'Send my phone number', email: 'Send my email address' } as const

const replyButton = ({ type, title = '', payload }: Suggestion, actions: ReplyActions): HTMLElement[] => {
  if (type === 'url') return isWebAddress(payload) ? [link(payload, title || payload)] : []
  const click = () => (type === 'text' ? actions.sendText(title) : actions.ask(type))
  const label = title || (type === 'text' ? '' : ASK[type])
  return label === '' ? [] : [make('button', { type: 'button', click }, label)]
}

export const cardElements = ({ product, order, suggestions = [] }: Card, actions: ReplyActions): HTMLElement[] => {
  const buttons = suggestions.flatMap((suggestion) => replyButton(suggestion, actions))
  return [
    ...(product ? [productCard(product)] : []),
    ...(order ? [orderCard(order)] : []),
    ...(buttons.length > 0
      ? [make('div', { class: 'replies', role: 'group', 'aria-label': 'Quick replies' }, ...buttons)]
      : []),
  ]
}
