import { fromLocalTime } from '@patchbay/contract/base/local-time'
import type { OrderFilter } from '@patchbay/contract/crm/orders'
import { type Sites, visibleShops } from '../../platform/shops/rules.ts'

// From the filter on the wire to what the database is asked: pure.

/** Orders that somebody named or that came in some days: few enough to be counted. */
export type Picked = {
  ids?: number[]
  numbers?: string[]
  externalIds?: string[]
  customerId?: number
  emailKey?: string
  createdFrom?: Date
  createdTo?: Date
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
}

const shopsOf = (filter: OrderFilter, { shops, sites }: Context, fields: Record<string, string>): number[] | null => {
  if (sites === null && filter.sites === undefined) return null
  const visible = visibleShops(shops, sites)
  const unknown = filter.sites?.filter((code) => !visible.some((shop) => shop.code === code)) ?? []
  if (unknown.length > 0) fields.sites = `there is no shop: ${unknown.join(', ')}`
  return visible.filter(({ code }) => filter.sites?.includes(code) ?? true).map(({ id }) => id)
}

const timeOf = (
  filter: OrderFilter,
  name: 'createdAtFrom' | 'createdAtTo',
  zone: string,
  fields: Record<string, string>,
): Date | undefined => {
  const text = filter[name]
  if (text === undefined) return undefined
  const at = fromLocalTime(text, zone)
  if (!at) fields[name] = `is not a time: ${text}`
  // A day that is named by its date alone is meant to its end.
  return at && name === 'createdAtTo' && text.length <= 10 ? new Date(at.getTime() + DAY - 1) : at
}

const pickedBy = (filter: OrderFilter, { zone, now }: Context, fields: Record<string, string>): Picked | undefined => {
  const { ids, numbers, externalIds, customerId, email } = filter
  const named: Picked = {
    ...(ids && { ids }),
    ...(numbers && { numbers }),
    ...(externalIds && { externalIds }),
    ...(customerId !== undefined && { customerId }),
    ...(email !== undefined && { emailKey: email.trim().toLowerCase() }),
  }
  const createdFrom = timeOf(filter, 'createdAtFrom', zone, fields)
  const createdTo = timeOf(filter, 'createdAtTo', zone, fields)
  const isNamed = Object.keys(named).length > 0
  const isDated = createdFrom !== undefined || createdTo !== undefined
  if (isDated && !isNamed) {
    const days = createdFrom ? ((createdTo ?? now).getTime() - createdFrom.getTime()) / DAY : Number.POSITIVE_INFINITY
    if (days > MOST_DAYS)
      fields.createdAtFrom ??= `and createdAtTo may lie ${MOST_DAYS} days apart at most, unless orders or a customer are named`
  }
  if (!isNamed && !isDated) return undefined
  return { ...named, ...(createdFrom && { createdFrom }), ...(createdTo && { createdTo }) }
}

export const decideFilter = (filter: OrderFilter, context: Context): FilterDecision => {
  const fields: Record<string, string> = {}
  const query: OrderQuery = {
    shopIds: shopsOf(filter, context, fields),
    statuses: filter.extendedStatus ?? (filter.status === undefined ? null : [filter.status]),
    managerIds: filter.managers ?? null,
    picked: pickedBy(filter, context, fields),
  }
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, query }
}
