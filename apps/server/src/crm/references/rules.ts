import { BUILT_IN_NAMES } from '@patchbay/contract/base/built-in-names'
import type { StatusGroup } from '@patchbay/contract/crm/references'

export type OrderStatusRow = {
  code: string
  name: string
  active: boolean
  open: boolean
  group: StatusGroup
  ordering: number
}

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

export type DeliveryTypeRow = { code: string; name: string; active: boolean; description: string; ordering: number }

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

/** Applies an edit to a delivery type, or creates one. */
export const decideDeliveryType = (
  before: DeliveryTypeRow | undefined,
  code: string,
  edit: Edit,
): Decision<DeliveryTypeRow> => {
  const row = {
    code,
    name: edit.name ?? before?.name ?? '',
    active: edit.active ?? before?.active ?? true,
    description: edit.description ?? before?.description ?? '',
    ordering: edit.ordering ?? before?.ordering ?? 0,
  }
  return decided(row, code, edit)
}

/** D-30: an order of one of the other groups still needs work. */
const isOpenGroup = (group: StatusGroup): boolean => group !== 'complete' && group !== 'cancel'

type OrderStatusEdit = { name?: string; active?: boolean; group?: StatusGroup; ordering?: number }

/**
 * Applies an edit to an order status, or creates one. Its group decides whether its orders are open. That stays: each order
 * stores it, and an edit here must not reopen or close orders.
 */
export const decideOrderStatus = (
  before: OrderStatusRow | undefined,
  code: string,
  edit: OrderStatusEdit,
): Decision<OrderStatusRow> => {
  const group = edit.group ?? before?.group ?? 'new'
  const row = {
    code,
    name: edit.name ?? before?.name ?? '',
    active: edit.active ?? before?.active ?? true,
    open: isOpenGroup(group),
    group,
    ordering: edit.ordering ?? before?.ordering ?? 0,
  }
  const fields = {
    ...(row.name === '' && { name: 'is missing' }),
    ...(before &&
      before.open !== row.open && {
        group: 'decides whether orders are open, which cannot change later. Create another status',
      }),
    ...(code === FIRST_STATUS && !row.active && { active: 'new orders start with this status, so it stays available' }),
  }
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, row }
}

const numbered = <Row>(rows: readonly Row[]): (Row & { ordering: number })[] =>
  rows.map((row, index) => ({ ...row, ordering: (index + 1) * 10 }))

/** The status of a new order. */
export const FIRST_STATUS = 'new'

const ORDER_NAMES = BUILT_IN_NAMES.orderStatuses
const order = { active: true, open: true }

export const ORDER_STATUSES: readonly OrderStatusRow[] = numbered([
  { ...order, code: FIRST_STATUS, name: ORDER_NAMES.new, group: 'new' },
  { ...order, code: 'confirmed', name: ORDER_NAMES.confirmed, group: 'approval' },
  { ...order, code: 'assembling', name: ORDER_NAMES.assembling, group: 'assembling' },
  { ...order, code: 'delivering', name: ORDER_NAMES.delivering, group: 'delivery' },
  { ...order, code: 'complete', name: ORDER_NAMES.complete, open: false, group: 'complete' },
  { ...order, code: 'canceled', name: ORDER_NAMES.canceled, open: false, group: 'cancel' },
  { ...order, code: 'returned', name: ORDER_NAMES.returned, open: false, group: 'cancel' },
])

const STATUS_NAMES = BUILT_IN_NAMES.paymentStatuses
const status = { active: true, complete: false, isDefault: false, description: '' }

export const PAYMENT_STATUSES: readonly PaymentStatusRow[] = numbered([
  { ...status, code: 'not-paid', name: STATUS_NAMES['not-paid'], isDefault: true },
  { ...status, code: 'invoice', name: STATUS_NAMES.invoice },
  { ...status, code: 'wait-approved', name: STATUS_NAMES['wait-approved'] },
  { ...status, code: 'paid', name: STATUS_NAMES.paid, complete: true },
  { ...status, code: 'canceled', name: STATUS_NAMES.canceled },
  { ...status, code: 'returned', name: STATUS_NAMES.returned },
])

const TYPE_NAMES = BUILT_IN_NAMES.paymentTypes
const type = { active: true, isDefault: false, description: '', sites: null }

export const PAYMENT_TYPES: readonly PaymentTypeRow[] = numbered([
  { ...type, code: 'cash', name: TYPE_NAMES.cash, isDefault: true },
  { ...type, code: 'bank-card', name: TYPE_NAMES['bank-card'] },
  { ...type, code: 'bank-transfer', name: TYPE_NAMES['bank-transfer'] },
])

const DELIVERY_NAMES = BUILT_IN_NAMES.deliveryTypes

export const DELIVERY_TYPES: readonly DeliveryTypeRow[] = numbered(
  (['courier', 'self-delivery', 'post'] as const).map((code) => ({
    ...{ code, name: DELIVERY_NAMES[code], active: true, description: '' },
  })),
)
