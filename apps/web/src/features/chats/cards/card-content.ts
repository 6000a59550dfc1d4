// Products and orders in messages. Transports describe theirs freely: what cannot be read is left out.

export type Cost = { value: number; currency: string }
type Quantity = { value: number; unit: string }

export type ProductContent = {
  name: string
  article: string
  url: string | undefined
  img: string | undefined
  cost: Cost | undefined
  quantity: Quantity | undefined
}

export type OrderContent = {
  number: string
  url: string | undefined
  date: string | undefined
  status: string
  items: { name: string; quantity: Quantity | undefined; price: Cost | undefined }[]
  discount: Cost | undefined
  delivery: { name: string; address: string; price: Cost | undefined } | undefined
  payments: { name: string; status: string; paid: boolean; amount: Cost | undefined }[]
  cost: Cost | undefined
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])
const word = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
const number = (value: unknown): number | undefined => {
  const read = word(value) === '' ? Number.NaN : Number(value)
  return Number.isFinite(read) ? read : undefined
}

/** Nothing else than a web address becomes a link or a picture. */
const webAddress = (value: unknown): string | undefined =>
  /^https?:\/\//i.test(word(value)) && URL.canParse(word(value)) ? word(value) : undefined

const costOf = (value: unknown): Cost | undefined => {
  const fields = fieldsOf(value)
  const [sum, currency] = [number(fields.value), word(fields.currency).toUpperCase()]
  return sum !== undefined && /^[A-Z]{3}$/.test(currency) ? { value: sum, currency } : undefined
}

const quantityOf = (value: unknown): Quantity | undefined => {
  const sum = number(fieldsOf(value).value)
  return sum === undefined ? undefined : { value: sum, unit: word(fieldsOf(value).unit) }
}

export const productContent = (value: unknown): ProductContent => {
  const product = fieldsOf(value)
  return {
    name: word(product.name),
    article: word(product.article),
    url: webAddress(product.url),
    img: webAddress(product.img),
    cost: costOf(product.cost),
    quantity: quantityOf(product.quantity),
  }
}

const deliveryOf = (value: unknown): OrderContent['delivery'] => {
  const { name, address, price } = fieldsOf(value)
  const delivery = { name: word(name), address: word(address), price: costOf(price) }
  return delivery.name || delivery.address || delivery.price ? delivery : undefined
}

export const orderContent = (value: unknown): OrderContent => {
  const order = fieldsOf(value)
  const date = word(order.date)
  return {
    number: word(order.number),
    url: webAddress(order.url),
    date: Number.isNaN(Date.parse(date)) ? undefined : date,
    status: word(fieldsOf(order.status).name),
    items: listOf(order.items).map(({ name, quantity, price }) => ({
      name: word(name),
      quantity: quantityOf(quantity),
      price: costOf(price),
    })),
    discount: costOf(order.discount),
    delivery: deliveryOf(order.delivery),
    payments: listOf(order.payments).map((payment) => {
      const status = fieldsOf(payment.status)
      return {
        name: word(payment.name),
        status: word(status.name),
        paid: status.paid === true || status.payed === true,
        amount: costOf(payment.amount),
      }
    }),
    cost: costOf(order.cost),
  }
}
