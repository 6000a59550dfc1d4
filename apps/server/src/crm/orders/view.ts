import { toLocalTime } from '@patchbay/contract/base/local-time'
import { type Minor, quantityToNumber, toNumber } from '@patchbay/contract/base/money'
import type { Order as WireOrder } from '@patchbay/contract/crm/orders'
import { presentAddress } from '../addresses/view.ts'
import type { OrderPayment } from '../order-payments/rules.ts'
import { costOf, type Order } from './rules.ts'

const optional = <K extends string, V>(name: K, value: V | null): { [N in K]?: V } =>
  (value === null ? {} : { [name]: value }) as { [N in K]?: V }

const presentPayment = (payment: OrderPayment, zone: string) => ({
  id: payment.id,
  ...optional('externalId', payment.externalId),
  type: payment.type,
  status: payment.status,
  amount: toNumber(payment.amount, payment.currency),
  ...optional('paidAt', payment.paidAt && toLocalTime(payment.paidAt, zone)),
  comment: payment.comment,
})

export const presentOne = (order: Order, payments: readonly OrderPayment[], paid: Minor, zone: string): WireOrder => {
  const sum = (value: Minor) => toNumber(value, order.currency)
  return {
    id: order.id,
    number: order.number,
    ...optional('externalId', order.externalId),
    site: order.site,
    status: order.status,
    createdAt: toLocalTime(order.createdAt, zone),
    updatedAt: toLocalTime(order.updatedAt, zone),
    ...optional('statusUpdatedAt', order.statusAt && toLocalTime(order.statusAt, zone)),
    ...optional('customer', order.customer && presentCustomer(order.customer)),
    ...optional('managerId', order.managerId),
    firstName: order.firstName,
    lastName: order.lastName,
    patronymic: order.patronymic,
    phone: order.phone,
    email: order.email,
    currency: order.currency,
    summ: sum(costOf(order.items)),
    discountManualAmount: sum(order.discount),
    totalSumm: sum(order.total),
    prepaySum: sum(paid),
    delivery: presentDelivery(order),
    customerComment: order.customerComment,
    managerComment: order.managerComment,
    version: order.version,
    items: order.items.map((item) => ({
      id: item.id ?? 0,
      ...optional('externalId', item.externalId),
      productName: item.name,
      offer: { displayName: item.name, name: item.name, ...optional('externalId', item.externalId) },
      initialPrice: sum(item.price),
      quantity: quantityToNumber(item.quantity),
      vatRate: item.vat,
    })),
    payments: Object.fromEntries(payments.map((payment) => [String(payment.id), presentPayment(payment, zone)])),
  }
}

const presentDelivery = ({ delivery, currency }: Order) => ({
  ...optional('code', delivery.type),
  cost: toNumber(delivery.cost, currency),
  ...optional('date', delivery.date),
  ...optional('time', Object.keys(delivery.time).length > 0 ? delivery.time : null),
  address: presentAddress(delivery.address),
})

const presentCustomer = ({ externalId, ...customer }: NonNullable<Order['customer']>) => ({
  type: 'customer' as const,
  ...customer,
  ...optional('externalId', externalId),
})
