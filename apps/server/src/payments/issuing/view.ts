import { money, quantity, quantityToNumber, toNumber } from '@patchbay/contract/base/money'
import type { Invoice } from '../invoices/store.ts'
import type { getOrderForInvoice } from './store.ts'

const filled = (value: string): string | undefined => (value === '' ? undefined : value)

type OrderForInvoice = Awaited<ReturnType<typeof getOrderForInvoice>>

/** D-40: what `create` carries; nulls are omitted, items and customer always present. */
export const createParameters = (invoice: Invoice, { order, items, shopCode }: OrderForInvoice, systemUrl: string) => ({
  shopId: shopCode,
  invoiceUuid: invoice.id,
  invoiceType: 'link',
  amount: toNumber(invoice.amount, invoice.currency),
  currency: invoice.currency,
  orderNumber: invoice.orderNumber,
  orderId: invoice.orderId,
  siteUrl: order?.url ?? systemUrl,
  returnUrl: invoice.returnUrl ?? order?.url ?? systemUrl,
  items: items.map((item) => ({
    name: item.name.slice(0, 255),
    price: toNumber(money(item.price, invoice.currency), invoice.currency),
    quantity: quantityToNumber(quantity(item.quantity)),
    vat: item.vat,
    paymentMethod: 'full_prepayment',
    paymentObject: 'commodity',
    ...(item.external_id !== null && { offerExternalId: item.external_id }),
  })),
  customer: {
    email: filled(invoice.email),
    phone: filled(invoice.phone),
    firstName: filled(order?.first_name ?? ''),
    lastName: filled(order?.last_name ?? ''),
    patronymic: filled(order?.patronymic ?? ''),
    contragentType: 'individual',
  },
})
