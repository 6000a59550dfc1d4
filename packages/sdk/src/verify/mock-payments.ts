import {
  type AmountIn,
  add,
  type Minor,
  money,
  readMoney,
  subtract,
  toNumber,
  ZERO,
} from '@patchbay/contract/base/money'
import { missing } from '@patchbay/contract/base/not-found'
import { decideCheck } from '@patchbay/contract/payments/check-rules'
import { DISCREPANCY_REASONS, type DiscrepancyKind } from '@patchbay/contract/payments/discrepancy-rules'
import { classifyReport, readReport } from '@patchbay/contract/payments/report-rules'
import type { UpdateInvoice } from '@patchbay/contract/payments/reports'
import { type MockInvoice, type MockSystemState, type RouteHandler, refuse } from './mock-system-state.ts'

// Invoices: what the system makes of the reports of a payment module, and what it answers to its checks.

type Ledger = NonNullable<MockInvoice['ledger']>
type Said = Omit<UpdateInvoice, 'invoiceUuid'>

const newLedger = (): Ledger => ({
  status: 'pending',
  visited: ['pending'],
  captured: ZERO,
  refunded: ZERO,
  refunds: [],
  early: [],
})

const amountOf = ({ amount, currency }: MockInvoice): Minor => money(String(amount), currency)

const findInvoice = ({ invoices }: MockSystemState, uuid: unknown): MockInvoice | undefined =>
  invoices.get(String(uuid).toLowerCase())

/** Applies one report, or returns why it contradicts the invoice. */
const apply = (invoice: MockInvoice, ledger: Ledger, said: Said): DiscrepancyKind | undefined => {
  const report = readReport(said, invoice.currency)
  if (typeof report === 'string') return report
  const { currency } = invoice
  const decision = classifyReport({ ...ledger, amount: amountOf(invoice), currency, open: undefined }, report)
  if (!decision.ok) return decision.discrepancy
  for (const status of decision.moves) {
    if (status === 'succeeded') ledger.captured = subtract(amountOf(invoice), report.discount ?? ZERO)
    ledger.status = status
    ledger.visited.push(status)
  }
  for (const effect of decision.refunds) {
    const known = effect.kind === 'known' ? ledger.refunds.find(({ id }) => id === effect.id) : undefined
    const amount = effect.kind === 'new' ? effect.amount : (known?.amount ?? ZERO)
    const counts = effect.kind === 'new' ? effect.status === 'succeeded' : effect.counts
    if (counts) ledger.refunded = add(ledger.refunded, amount)
    if (known) Object.assign(known, { externalId: effect.externalId, status: effect.status })
    else {
      const { externalId, status } = effect
      ledger.refunds.push({ id: ledger.refunds.length + 1, operationId: null, externalId, amount, status })
    }
  }
  return undefined
}

const updateInvoice: RouteHandler = (state, { body }) => {
  const { invoiceUuid, ...said } = body.updateInvoice as UpdateInvoice
  const invoice = findInvoice(state, invoiceUuid) ?? refuse('not_found', missing('Invoice', 'invoiceUuid', invoiceUuid))
  invoice.ledger ??= newLedger()
  const { ledger } = invoice
  const discrepancy = apply(invoice, ledger, said)
  if (discrepancy === 'too-early') ledger.early.push(said)
  if (discrepancy === 'unknown-status') refuse('invoice_status_unknown', { values: { status: said.status ?? '' } })
  if (discrepancy) refuse('invoice_disagrees', { values: { reason: DISCREPANCY_REASONS[discrepancy] } })
  ledger.early = ledger.early.filter((early) => apply(invoice, ledger, early) !== undefined)
  return { body: { success: true } }
}

const checkInvoice: RouteHandler = (state, { body }) => {
  const asked = body.check as { invoiceUuid: string; amount: AmountIn; currency?: string }
  const invoice = findInvoice(state, asked.invoiceUuid)
  const amount = invoice && amountOf(invoice)
  const facts = invoice &&
    amount !== undefined && {
      status: invoice.ledger?.status ?? 'pending',
      failed: false,
      openKind: null,
      amount,
      currency: invoice.currency,
      orderExists: true,
      paymentAmount: amount,
      paymentPaid: false,
      owed: amount,
      unchanged: invoice.orderChanged !== true,
      otherLive: false,
      shopGone: false,
      moduleOff: state.module?.active === false,
    }
  const read = readMoney(asked.amount, invoice?.currency ?? 'USD')
  const errorMsg = decideCheck(facts || undefined, {
    amount: read.ok ? read.value : undefined,
    currency: asked.currency,
  })
  if (errorMsg === undefined) return { body: { success: true, result: { success: true } } }
  return { body: { success: false, errorMsg, result: { success: false, errorMsg } } }
}

const getInvoice: RouteHandler = (state, { params }) => {
  const invoice =
    findInvoice(state, params.invoiceUuid) ?? refuse('not_found', missing('Invoice', 'invoiceUuid', params.invoiceUuid))
  const { amount, currency, ledger } = invoice
  const shown = { invoiceUuid: params.invoiceUuid, amount: String(amount), currency, refunds: [] }
  return { body: { success: true, invoice: { ...shown, status: ledger?.status ?? 'pending' } } }
}

const createInvoice: RouteHandler = ({ payments, url }, { body }) => {
  const { paymentId } = body.createInvoice as { paymentId: number }
  if (!payments.has(paymentId)) refuse('not_found', missing('Payment', 'paymentId', paymentId))
  return { body: { success: true, result: { link: `${url}/pay` } } }
}

const importInvoice: RouteHandler = ({ payments, invoices }, { body }) => {
  const { paymentId, amount, currency } = body.invoice as { paymentId: number; amount: AmountIn; currency: string }
  const payment = payments.get(paymentId) ?? refuse('not_found', missing('Payment', 'paymentId', paymentId))
  if (currency !== payment.currency) refuse('entity_invalid', { fields: { currency: `must be ${payment.currency}` } })
  const read = readMoney(amount, currency)
  if (!read.ok) return refuse('entity_invalid', { fields: { amount: read.reason } })
  const invoiceUuid = crypto.randomUUID()
  invoices.set(invoiceUuid, { amount: toNumber(read.value, currency), currency })
  return { body: { success: true, invoice: { invoiceUuid } } }
}

export const PAYMENT_ROUTES: Readonly<Record<string, RouteHandler>> = {
  'payment.update-invoice': updateInvoice,
  'payment.check': checkInvoice,
  'payment.invoice': getInvoice,
  'payment.create-invoice': createInvoice,
  'payment.invoice-import': importInvoice,
}
