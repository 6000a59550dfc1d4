import { fromLocalTime, untilLocalTime } from '@patchbay/contract/base/local-time'
import type { ApiOrderFilter, OrderFilter } from '@patchbay/contract/crm/orders'
import { type Sites, visibleShops } from '../../platform/shops/rules.ts'

/** Conditions that match few enough orders to count them. */
export type Picked = {
  ids?: number[]
  numbers?: string[]
  externalIds?: string[]
  customerId?: number
  /** Customers that a name or an external id found. */
  customerIds?: number[]
  emailKey?: string
  /** With one of these statuses some payment of the order. */
  paymentStatuses?: string[]
  createdFrom?: Date
  createdTo?: Date
  /** When it got its status. */
  statusFrom?: Date
  statusTo?: Date
}

export type OrderQuery = {
  /** Null: any. */
  shopIds: number[] | null
  statuses: string[] | null
  managerIds: number[] | null
  picked: Picked | undefined
}

export type FilterDecision = { ok: true; query: OrderQuery } | { ok: false; fields: Record<string, string> }

const MOST_DAYS = 31
const DAY = 86_400_000

type Context = {
  shops: readonly { id: number; code: string }[]
  sites: Sites
  zone: string
  now: Date
  customerIds?: number[] | undefined
}

const shopsOf = (filter: OrderFilter, { shops, sites }: Context, fields: Record<string, string>): number[] | null => {
  if (sites === null && filter.sites === undefined) return null
  const visible = visibleShops(shops, sites)
  const unknown = filter.sites?.filter((code) => !visible.some((shop) => shop.code === code)) ?? []
  if (unknown.length > 0) fields.sites = `there is no shop: ${unknown.join(', ')}`
  return visible.filter(({ code }) => filter.sites?.includes(code) ?? true).map(({ id }) => id)
}

type Dated = Pick<ApiOrderFilter, 'createdAtFrom' | 'createdAtTo' | 'statusUpdatedAtFrom' | 'statusUpdatedAtTo'>

const timeOf = (filter: Dated, name: keyof Dated, zone: string, fields: Record<string, string>): Date | undefined => {
  const text = filter[name]
  if (text === undefined) return undefined
  const at = name.endsWith('To') ? untilLocalTime(text, zone) : fromLocalTime(text, zone)
  if (!at) fields[name] = `is not a time: ${text}`
  return at
}

/** Dates alone must not match too many orders. */
const refuseLong = (
  name: 'createdAt' | 'statusUpdatedAt',
  [from, to]: readonly [Date | undefined, Date | undefined],
  now: Date,
  fields: Record<string, string>,
): void => {
  const days = from ? ((to ?? now).getTime() - from.getTime()) / DAY : Number.POSITIVE_INFINITY
  if (days > MOST_DAYS)
    fields[`${name}From`] ??=
      `and ${name}To may lie ${MOST_DAYS} days apart at most, unless orders or a customer are named`
}

const pickedBy = (
  filter: OrderFilter & Dated,
  { zone, now, customerIds }: Context,
  fields: Record<string, string>,
): Picked | undefined => {
  const { ids, numbers, externalIds, customerId, email } = filter
  const named: Picked = {
    ...(ids && { ids }),
    ...(numbers && { numbers }),
    ...(externalIds && { externalIds }),
    ...(customerId !== undefined && { customerId }),
    ...(customerIds && { customerIds }),
    ...(email !== undefined && { emailKey: email.trim().toLowerCase() }),
  }
  const createdFrom = timeOf(filter, 'createdAtFrom', zone, fields)
  const createdTo = timeOf(filter, 'createdAtTo', zone, fields)
  const statusFrom = timeOf(filter, 'statusUpdatedAtFrom', zone, fields)
  const statusTo = timeOf(filter, 'statusUpdatedAtTo', zone, fields)
  const isNamed = Object.keys(named).length > 0
  const isCreated = createdFrom !== undefined || createdTo !== undefined
  const isMoved = statusFrom !== undefined || statusTo !== undefined
  if (isMoved && !isNamed) refuseLong('statusUpdatedAt', [statusFrom, statusTo], now, fields)
  else if (isCreated && !isNamed) refuseLong('createdAt', [createdFrom, createdTo], now, fields)
  if (!isNamed && !isCreated && !isMoved) return undefined
  return {
    ...named,
    ...(createdFrom && { createdFrom }),
    ...(createdTo && { createdTo }),
    ...(statusFrom && { statusFrom }),
    ...(statusTo && { statusTo }),
  }
}

/** By themselves they match too many orders to list in order. */
const withPaymentStatuses = (
  picked: Picked | undefined,
  paymentStatuses: string[] | undefined,
  fields: Record<string, string>,
): Picked | undefined => {
  if (!paymentStatuses) return picked
  if (!picked) fields.paymentStatuses = 'needs dates, a customer or orders beside it'
  return { ...picked, paymentStatuses }
}

/** D-92: what an order must be to fit the filter, or why some of its values cannot be served. */
export const decideFilter = (
  filter: OrderFilter & Dated & Pick<ApiOrderFilter, 'paymentStatuses'>,
  context: Context,
): FilterDecision => {
  const fields: Record<string, string> = {}
  const query: OrderQuery = {
    shopIds: shopsOf(filter, context, fields),
    statuses: filter.extendedStatus ?? (filter.status === undefined ? null : [filter.status]),
    managerIds: filter.managers ?? null,
    picked: withPaymentStatuses(pickedBy(filter, context, fields), filter.paymentStatuses, fields),
  }
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, query }
}
