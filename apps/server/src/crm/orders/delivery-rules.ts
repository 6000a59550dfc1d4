import { type Minor, type Read, readMoney, toDecimal, ZERO } from '@patchbay/contract/base/money'
import type { DeliveryEdit } from '@patchbay/contract/crm/deliveries'
import { type Address, addressFrom, addressHistory, decideAddress, NO_ADDRESS } from '../addresses/rules.ts'

// D-110, D-111: how an order is delivered.

export type DeliveryTime = { readonly from?: string; readonly to?: string; readonly custom?: string }

export type Delivery = {
  /** The code of a delivery type. */
  type: string | null
  cost: Minor
  /** Y-m-d. */
  date: string | null
  time: DeliveryTime
  address: Address
}

export const NO_DELIVERY: Delivery = { type: null, cost: ZERO, date: null, time: {}, address: NO_ADDRESS }

/** A time of day after the date is cut off: some clients send one. */
const readDate = (text: string): Read<string | null> => {
  if (text === '') return { ok: true, value: null }
  const date = /^\d{4}-\d{2}-\d{2}(?=$|[ T])/.exec(text)?.[0]
  const isDate = date !== undefined && new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date)
  return isDate ? { ok: true, value: date } : { ok: false, reason: `is not a date: ${text}` }
}

const TIME = /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/

const timeAfter = (before: DeliveryTime, edit: DeliveryEdit['time'], fields: Record<string, string>): DeliveryTime => {
  const after = Object.entries({ ...before, ...edit }).filter(([, value]) => value !== '')
  for (const [name, value] of after)
    if (name !== 'custom' && !TIME.test(value)) fields[`delivery.time.${name}`] = `is not a time of day: ${value}`
  return Object.fromEntries(after)
}

const costAfter = (before: Minor, cost: DeliveryEdit['cost'], currency: string, fields: Record<string, string>) => {
  if (cost === undefined || cost === '') return before
  const read = readMoney(cost, currency)
  if (!read.ok) fields['delivery.cost'] = read.reason
  else if (read.value < ZERO) fields['delivery.cost'] = 'must not be negative'
  return read.ok ? read.value : before
}

/** Applies an edit, and writes into `fields` what is wrong with it. */
export const decideDelivery = (
  before: Delivery,
  edit: DeliveryEdit | undefined,
  known: { currency: string; isDeliveryType: (code: string) => boolean },
  fields: Record<string, string>,
): Delivery => {
  if (!edit) return before
  const type = edit.code === undefined ? before.type : edit.code || null
  if (type !== null && type !== before.type && !known.isDeliveryType(type))
    fields['delivery.code'] = `is not a delivery type: ${type}`
  const date = edit.date === undefined ? { ok: true as const, value: before.date } : readDate(edit.date.trim())
  if (!date.ok) fields['delivery.date'] = date.reason
  return {
    type,
    cost: costAfter(before.cost, edit.cost, known.currency, fields),
    date: date.ok ? date.value : before.date,
    time: timeAfter(before.time, edit.time, fields),
    address: decideAddress(before.address, edit.address),
  }
}

/** What is not set is null, as in the snapshots of orders that were imported before there were deliveries. */
export const deliveryHistory = ({ type, cost, date, time, address }: Delivery, currency: string) => ({
  deliveryType: type,
  deliveryCost: cost === ZERO ? null : toDecimal(cost, currency),
  deliveryDate: date,
  deliveryTime: Object.keys(time).length === 0 ? null : time,
  ...addressHistory('deliveryAddress', address),
})

/** The other way: the delivery in what `deliveryHistory` wrote. */
export const deliveryFrom = (history: Partial<ReturnType<typeof deliveryHistory>>, currency: string): Delivery => {
  const cost = readMoney(history.deliveryCost ?? '0', currency)
  return {
    type: history.deliveryType ?? null,
    cost: cost.ok ? cost.value : ZERO,
    date: history.deliveryDate ?? null,
    time: history.deliveryTime ?? {},
    address: addressFrom('deliveryAddress', history),
  }
}
