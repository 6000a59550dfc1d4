import { expect, it } from 'vitest'
import { type Delivery, decideDelivery, deliveryFrom, deliveryHistory, NO_DELIVERY } from './delivery-rules.ts'

const known = { currency: 'EUR', isDeliveryType: (code: string) => code === 'courier' }

const decided = (before: Delivery, edit: Parameters<typeof decideDelivery>[1]) => {
  const fields = {}
  return { delivery: decideDelivery(before, edit, known, fields), fields }
}

const PARCEL: Delivery = {
  type: 'courier',
  cost: 450n as Delivery['cost'],
  date: '2026-11-20',
  time: { from: '10:00', to: '12:00' },
  address: { city: 'Lund' },
}

it('[D-111] keeps what an edit does not mention, and clears what it sends empty', () => {
  expect(decided(PARCEL, undefined).delivery).toBe(PARCEL)
  expect(decided(PARCEL, { cost: '', address: { flat: '3' } }).delivery).toEqual({
    ...PARCEL,
    address: { city: 'Lund', flat: '3' },
  })
  const cleared = decided(PARCEL, { code: '', cost: 0, date: '', time: { from: '', to: '' }, address: { city: '' } })
  expect(cleared).toEqual({ delivery: NO_DELIVERY, fields: {} })
})

it('[D-111] takes the day of a date with a time, and refuses what is no date, time, amount or type', () => {
  expect(decided(NO_DELIVERY, { date: '2026-02-28 00:00:00' }).delivery.date).toBe('2026-02-28')
  const wrong = { code: 'balloon', cost: 'much', date: '2026-02-30', time: { from: '25:00', custom: 'after lunch' } }
  expect(Object.keys(decided(NO_DELIVERY, wrong).fields).toSorted()).toEqual([
    'delivery.code',
    'delivery.cost',
    'delivery.date',
    'delivery.time.from',
  ])
  expect(decided(NO_DELIVERY, { cost: -1 }).fields).toEqual({ 'delivery.cost': 'must not be negative' })
  const retired = { ...PARCEL, type: 'old' }
  expect(decided(retired, { code: 'old' }).fields).toEqual({})
})

it('[D-94] is the same after the history has written and read it', () => {
  const written = deliveryHistory(PARCEL, 'EUR')
  expect(written).toEqual({
    deliveryType: 'courier',
    deliveryCost: '4.50',
    deliveryDate: '2026-11-20',
    deliveryTime: { from: '10:00', to: '12:00' },
    'deliveryAddress.city': 'Lund',
  })
  expect(deliveryFrom(written, 'EUR')).toEqual(PARCEL)
  expect(deliveryFrom({}, 'EUR')).toEqual(NO_DELIVERY)
})
