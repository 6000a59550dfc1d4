import type { StatusGroup } from '@patchbay/contract/crm/references'

export type OrderStatusRow = { code: string; name: string; open: boolean; group: StatusGroup; ordering: number }

export type PaymentStatusRow = {
  code: string
  name: string
  active: boolean
  complete: boolean
  isDefault: boolean
  description: string
  ordering: number
}

export type PaymentTypeRow = {
  code: string
  name: string
  active: boolean
  isDefault: boolean
  description: string
  /** Null: all shops. */
  sites: string[] | null
  ordering: number
}

type Edit = {
  code?: string
  name?: string
  active?: boolean
  defaultForCrm?: boolean
  description?: string
  ordering?: number
}

export type Decision<Row> = { ok: true; row: Row } | { ok: false; fields: Record<string, string> }

const inCommon = (before: PaymentStatusRow | PaymentTypeRow | undefined, code: string, edit: Edit) => ({
  code,
  name: edit.name ?? before?.name ?? '',
  active: edit.active ?? before?.active ?? true,
  isDefault: edit.defaultForCrm ?? before?.isDefault ?? false,
  description: edit.description ?? before?.description ?? '',
  ordering: edit.ordering ?? before?.ordering ?? 0,
})

const whyRefused = (code: string, edit: Edit, name: string): Record<string, string> => ({
  ...(edit.code !== undefined && edit.code !== code && { code: `must equal the code in the address (${code})` }),
  ...(name === '' && { name: 'is missing' }),
})

const decided = <Row extends { name: string }>(row: Row, code: string, edit: Edit): Decision<Row> => {
  const fields = whyRefused(code, edit, row.name)
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, row }
}

/** Applies an edit to a payment status, or creates one. */
export const decidePaymentStatus = (
  before: PaymentStatusRow | undefined,
  code: string,
  edit: Edit & { paymentComplete?: boolean },
): Decision<PaymentStatusRow> =>
  decided({ ...inCommon(before, code, edit), complete: edit.paymentComplete ?? before?.complete ?? false }, code, edit)

/** Applies an edit to a payment type, or creates one; an empty list of shops means all. */
export const decidePaymentType = (
  before: PaymentTypeRow | undefined,
  code: string,
  edit: Edit & { sites?: string[] },
): Decision<PaymentTypeRow> => {
  const sites = edit.sites === undefined ? (before?.sites ?? null) : edit.sites.length > 0 ? edit.sites : null
  return decided({ ...inCommon(before, code, edit), sites }, code, edit)
}

const numbered = <Row>(rows: readonly Row[]): (Row & { ordering: number })[] =>
  rows.map((row, index) => ({ ...row, ordering: (index + 1) * 10 }))

/** The status of a new order. */
export const FIRST_STATUS = 'new'

export const ORDER_STATUSES: readonly OrderStatusRow[] = numbered([
  { code: FIRST_STATUS, name: 'New', open: true, group: 'new' },
  { code: 'confirmed', name: 'Confirmed', open: true, group: 'approval' },
  { code: 'assembling', name: 'Being assembled', open: true, group: 'assembling' },
  { code: 'delivering', name: 'Being delivered', open: true, group: 'delivery' },
  { code: 'complete', name: 'Complete', open: false, group: 'complete' },
  { code: 'canceled', name: 'Canceled', open: false, group: 'cancel' },
  { code: 'returned', name: 'Returned', open: false, group: 'cancel' },
])

const status = { active: true, complete: false, isDefault: false, description: '' }

export const PAYMENT_STATUSES: readonly PaymentStatusRow[] = numbered([
  { ...status, code: 'not-paid', name: 'Not paid', isDefault: true },
  { ...status, code: 'invoice', name: 'Invoice issued' },
  { ...status, code: 'wait-approved', name: 'On hold, awaiting approval' },
  { ...status, code: 'paid', name: 'Paid', complete: true },
  { ...status, code: 'canceled', name: 'Canceled' },
  { ...status, code: 'returned', name: 'Returned' },
])

const type = { active: true, isDefault: false, description: '', sites: null }

export const PAYMENT_TYPES: readonly PaymentTypeRow[] = numbered([
  { ...type, code: 'cash', name: 'Cash', isDefault: true },
  { ...type, code: 'bank-card', name: 'Bank card' },
  { ...type, code: 'bank-transfer', name: 'Bank transfer' },
])
