import { money, quantity, quantityToNumber, toNumber } from '@patchbay/contract/base/money'
import type { Invoice } from '../invoices/store.ts'
import type { getOrderForInvoice } from './store.ts'

const filled = (value: string): string | undefined => (value === '' ? undefined : value)

type OrderForInvoice = Awaited<ReturnType<typeof getOrderForInvoice>>

/** D-110: the customer pays for the delivery, so it is a line of its own. */
const deliveryLine = ({ delivery }: OrderForInvoice, currency: string) => {
  const price = delivery ? toNumber(money(delivery.cost, currency), currency) : 0
  if (price === 0) return []
  const name = (delivery?.name ?? 'Delivery').slice(0, 255)
  return [{ name, price, quantity: 1, vat: 'none', paymentMethod: 'full_prepayment', paymentObject: 'service' }]
}

/** D-40: what `create` carries; nulls are omitted, items and customer always present. */
export const createParameters = (invoice: Invoice, { order, ...about }: OrderForInvoice, systemUrl: string) => ({
  shopId: about.shopCode,
  invoiceUuid: invoice.id,
  invoiceType: 'link',
  amount: toNumber(invoice.amount, invoice.currency),
  currency: invoice.currency,
  orderNumber: invoice.orderNumber,
  orderId: invoice.orderId,
  siteUrl: order?.url ?? systemUrl,
  returnUrl: invoice.returnUrl ?? order?.url ?? systemUrl,
  items: [
    ...about.items.map((item) => ({
      name: item.name.slice(0, 255),
      price: toNumber(money(item.price, invoice.currency), invoice.currency),
      quantity: quantityToNumber(quantity(item.quantity)),
      vat: item.vat,
      paymentMethod: 'full_prepayment',
      paymentObject: 'commodity',
      ...(item.external_id !== null && { offerExternalId: item.external_id }),
    })),
    ...deliveryLine({ order, ...about }, invoice.currency),
  ],
  customer: {
    email: filled(invoice.email),
    phone: filled(invoice.phone),
    firstName: filled(order?.first_name ?? ''),
    lastName: filled(order?.last_name ?? ''),
    patronymic: filled(order?.patronymic ?? ''),
    contragentType: 'individual',
  },
})
