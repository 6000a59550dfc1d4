import { fromLocalTime } from '@patchbay/contract/base/local-time'
import { compare, type Minor, readMoney, toDecimal, ZERO } from '@patchbay/contract/base/money'
import type { PaymentEdit } from '@patchbay/contract/crm/order-payments'

export type PaymentDraft = {
  externalId: string | null
  type: string
  status: string
  amount: Minor
  paidAt: Date | null
  comment: string
}

export type OrderPayment = PaymentDraft & { id: number; orderId: number; shopId: number; currency: string }

/** The entities that the edit refers to, as far as they exist. */
export type Known = {
  types: readonly { code: string; active: boolean; sites: readonly string[] | null }[]
  statuses: readonly { code: string; complete: boolean; isDefault: boolean; active: boolean }[]
  currency: string
  zone: string
  site: string
  /** What the order still owes, apart from this payment: the sum of a payment that names none. */
  owed: Minor
  /** D-87: no more than that may be asked for. An order that arrives with its payments may have costs that we do not keep. */
  limited: boolean
  now: Date
}

export type PaymentDecision = { ok: true; payment: PaymentDraft } | { ok: false; fields: Record<string, string> }

const resolvePaymentType = (before: PaymentDraft | undefined, edit: PaymentEdit, { types, site }: Known) => {
  const code = edit.type ?? before?.type
  if (code === undefined) return { code: '', reason: 'is missing' }
  if (code === before?.type) return { code }
  const type = types.find((one) => one.code === code)
  if (!type) return { code, reason: `is not a payment type: ${code}` }
  if (!type.active) return { code, reason: `is switched off: ${code}` }
  if (type.sites !== null && !type.sites.includes(site)) return { code, reason: `is not for the shop ${site}: ${code}` }
  return { code }
}

const isComplete = (status: string, { statuses }: Pick<Known, 'statuses'>): boolean =>
  statuses.some(({ code, complete }) => code === status && complete)

/** D-87: a sum is more than nothing and, if it is new, no more than the order owes. */
const whyAmountRefused = (before: PaymentDraft | undefined, amount: Minor, known: Known): string | undefined => {
  if (amount === before?.amount) return undefined
  if (amount < ZERO) return 'must not be negative'
  if (amount === ZERO) return 'must be more than nothing'
  if (!known.limited || amount <= known.owed) return undefined
  return `is more than the order owes: ${toDecimal(known.owed, known.currency)} ${known.currency}`
}

/** P-06, P-23: applies an edit to a payment, or creates one. Absent fields stay. */
export const decidePayment = (before: PaymentDraft | undefined, edit: PaymentEdit, known: Known): PaymentDecision => {
  const fields: Record<string, string> = {}
  const type = resolvePaymentType(before, edit, known)
  if (type.reason) fields.type = type.reason
  const fallback = known.statuses.find(({ isDefault }) => isDefault) ?? known.statuses[0]
  const status = edit.status ?? before?.status ?? fallback?.code ?? ''
  if (!known.statuses.some(({ code }) => code === status)) fields.status = `is not a payment status: ${status}`
  const given = edit.amount === undefined ? undefined : readMoney(edit.amount, known.currency)
  const amount = given?.ok ? given.value : (before?.amount ?? (compare(known.owed, ZERO) > 0 ? known.owed : ZERO))
  const wrong = given && !given.ok ? given.reason : whyAmountRefused(before, amount, known)
  if (wrong) fields.amount = wrong
  const paidWhen = edit.paidAt === undefined ? undefined : fromLocalTime(edit.paidAt, known.zone)
  if (edit.paidAt !== undefined && !paidWhen) fields.paidAt = `is not a time: ${edit.paidAt}`
  const paidAt = paidWhen ?? before?.paidAt ?? (isComplete(status, known) ? known.now : null)
  const payment: PaymentDraft = {
    externalId: edit.externalId ?? before?.externalId ?? null,
    type: type.code,
    status,
    amount,
    paidAt,
    comment: edit.comment ?? before?.comment ?? '',
  }
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, payment }
}

/** D-41: the fields that the timeline compares. */
export const historyOf = (payment: PaymentDraft, currency: string): Record<string, unknown> => ({
  externalId: payment.externalId,
  type: payment.type,
  status: payment.status,
  amount: toDecimal(payment.amount, currency),
  paidAt: payment.paidAt?.toISOString() ?? null,
  comment: payment.comment,
})
