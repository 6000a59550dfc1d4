import { expect, it } from 'vitest'
import { en } from '../texts/en/index.ts'
import { es } from '../texts/es/index.ts'
import { ru } from '../texts/ru/index.ts'
import { referenceName, withNames } from './reference-names.ts'

it('translates the names that an account starts with', () => {
  expect(referenceName(en, 'orderStatuses', { code: 'new', name: 'New' })).toBe('New')
  expect(referenceName(es, 'orderStatuses', { code: 'new', name: 'New' })).toBe('Nuevo')
  expect(referenceName(ru, 'paymentStatuses', { code: 'paid', name: 'Paid' })).toBe('Оплачен')
  expect(withNames(es, 'paymentTypes', [{ code: 'cash', name: 'Cash', active: true }])).toEqual([
    { code: 'cash', name: 'Efectivo', active: true },
  ])
})

it('shows a renamed one, and one of the account’s own, as somebody typed it', () => {
  expect(referenceName(es, 'orderStatuses', { code: 'new', name: 'Just in' })).toBe('Just in')
  expect(referenceName(ru, 'orderStatuses', { code: 'packed', name: 'Packed' })).toBe('Packed')
  expect(referenceName(ru, 'paymentTypes', { code: 'new', name: 'New' })).toBe('New')
})
