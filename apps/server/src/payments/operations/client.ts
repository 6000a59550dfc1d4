import { encodeParameters } from '@patchbay/contract/base/callback'
import { money, quantity, quantityToNumber, toNumber } from '@patchbay/contract/base/money'
import type { OperationKind } from '@patchbay/contract/payments/operations'
import type { Deps } from '../../deps.ts'
import { joinUrl } from '../../integration-modules/registration/rules.ts'
import type { Answer } from '../../lib/http-out/egress.ts'
import { parseJson } from '../../lib/text/json.ts'
import { callModule } from '../../platform/modules/client.ts'
import type { Module } from '../../platform/modules/store.ts'
import type { Invoice } from '../invoices/store.ts'
import type { getOrderToPay } from '../issuing/store.ts'
import type { ModuleReply } from './rules.ts'
import type { Operation } from './store.ts'

// How a payment module is asked for something (D-40, D-49): one form parameter named after the action, one try.

const TOTAL_MS = 20_000
const KEPT_CHARACTERS = 4_000

const filled = (value: string): string | undefined => (value === '' ? undefined : value)

type OrderToPay = Awaited<ReturnType<typeof getOrderToPay>>

/** D-40: what `create` carries; nulls are omitted, items and customer always present. */
export const createParameters = (invoice: Invoice, { order, items, shopCode }: OrderToPay, systemUrl: string) => ({
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

export const operationParameters = (invoice: Invoice, operation: Operation) => ({
  paymentId: invoice.externalId ?? '',
  ...(operation.amount !== null && { amount: toNumber(operation.amount, invoice.currency) }),
})

export const actionPath = (module: Module, action: OperationKind | 'status'): string | undefined =>
  module.baseUrl === null ? undefined : module.integrations.payment?.actions[action]

const readAnswer = (answer: Answer): ModuleReply => {
  if (!answer.ok) return { ok: false, kind: answer.kind, reason: answer.reason }
  const json = answer.truncated ? undefined : parseJson(answer.body)
  return { ok: true, status: answer.status, json: json?.ok ? json.value : undefined }
}

export type Exchanged = { reply: ModuleReply; answerText: string }

const summed = (answer: Answer): Exchanged => ({
  reply: readAnswer(answer),
  answerText: answer.ok
    ? `${answer.status} ${answer.body.replaceAll('\u0000', '').toWellFormed().slice(0, KEPT_CHARACTERS)}`
    : `${answer.kind}: ${answer.reason}`,
})

const unconfigured = (what: string): Exchanged => ({
  reply: { ok: false, kind: 'refused', reason: `the module has no ${what} action` },
  answerText: `the module has no ${what} action`,
})

/** What requests about an invoice are found by, whichever way they went. */
export const aboutInvoice = (id: string): string => `invoice/${id}`

/** Sends an operation once. Every try of it carries the same key (D-45). */
export const sendOperation = async (
  deps: Deps,
  module: Module,
  { kind, key, text, invoiceId }: { kind: OperationKind; key: string; text: string; invoiceId: string },
): Promise<Exchanged> => {
  const path = actionPath(module, kind)
  if (path === undefined) return unconfigured(kind)
  const answer = await callModule(deps, module, {
    method: 'POST',
    url: joinUrl(module.baseUrl ?? '', path),
    form: encodeParameters({ [kind]: text }),
    totalMs: TOTAL_MS,
    idempotencyKey: key,
    about: aboutInvoice(invoiceId),
  })
  return summed(answer)
}

/** D-46: asks the module how a payment stands; nothing comes of asking. */
export const askStatus = async (
  deps: Deps,
  module: Module,
  { id, paymentId }: { id: string; paymentId: string },
): Promise<Exchanged> => {
  const path = actionPath(module, 'status')
  if (path === undefined) return unconfigured('status')
  const url = joinUrl(module.baseUrl ?? '', path)
  const request = { method: 'GET', url, query: { paymentId }, totalMs: TOTAL_MS, about: aboutInvoice(id) } as const
  return summed(await callModule(deps, module, request))
}
