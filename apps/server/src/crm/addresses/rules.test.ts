import { expect, it } from 'vitest'
import { addressFrom, addressHistory, addressLine, decideAddress, NO_ADDRESS } from './rules.ts'

it('[D-111] keeps what an edit does not mention, and clears what it sends empty', () => {
  const before = { city: 'Lund', street: 'Storgatan', notes: 'Ring twice' }
  expect(decideAddress(before, undefined)).toBe(before)
  expect(decideAddress(before, { street: ' ', building: ' 7 ' })).toEqual({
    city: 'Lund',
    building: '7',
    notes: 'Ring twice',
  })
  expect(decideAddress(NO_ADDRESS, {})).toEqual({})
})

it('[D-111] makes the line of the parts, from the widest to the narrowest, without the notes', () => {
  expect(addressLine({ flat: '3', city: 'Lund', index: '222 22', street: 'Storgatan', notes: 'x' })).toBe(
    '222 22, Lund, Storgatan, 3',
  )
  expect(addressLine({ streetType: 'ul.', street: 'Lesnaya', cityType: 'g.' })).toBe('ul. Lesnaya')
  expect(addressLine({ city: 'Lund', text: 'At the old mill' })).toBe('At the old mill')
  expect(addressLine(NO_ADDRESS)).toBe('')
})

it('[D-111] keeps a text of its own until the parts change without a new one', () => {
  const mill = decideAddress({ city: 'Lund' }, { text: 'At the old mill' })
  expect(mill).toEqual({ city: 'Lund', text: 'At the old mill' })
  expect(decideAddress(mill, { notes: 'Gate 2' })).toEqual({ city: 'Lund', text: 'At the old mill', notes: 'Gate 2' })
  expect(decideAddress(mill, { city: 'Malmö' })).toEqual({ city: 'Malmö' })
  expect(decideAddress(mill, { city: 'Malmö', text: 'At the old mill' })).toEqual({ city: 'Malmö' })
  expect(decideAddress(mill, { city: 'Malmö', text: 'At the port' })).toEqual({ city: 'Malmö', text: 'At the port' })
  expect(decideAddress(mill, { text: '' })).toEqual({ city: 'Lund' })
  expect(decideAddress({ city: 'Lund' }, { text: 'Lund' })).toEqual({ city: 'Lund' })
})

it('[D-111] is the same after the history has written and read it', () => {
  const address = { city: 'Lund', countryIso: 'SE' }
  const written = addressHistory('deliveryAddress', address)
  expect(written).toEqual({ 'deliveryAddress.city': 'Lund', 'deliveryAddress.countryIso': 'SE' })
  expect(addressFrom('deliveryAddress', { ...written, 'deliveryAddress.flat': null, total: '1' })).toEqual(address)
})
