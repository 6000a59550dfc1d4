import { expect, it } from 'vitest'
import { describeMissing } from './not-found.ts'

it('[D-04] says what was looked for, by which field and in which shop', () => {
  const orders = '/api/v5/orders/{externalId}'
  expect(describeMissing(orders, { params: { externalId: 'A-17' }, site: 'main' })).toEqual({
    externalId: 'Order with externalId "A-17" in shop "main" not found',
  })
  expect(describeMissing(orders, { params: { externalId: '17' }, by: 'id' })).toEqual({
    id: 'Order with id "17" not found',
  })
  expect(describeMissing('/api/v5/customers/{id}/edit', { params: { id: 'c1' } })).toEqual({
    externalId: 'Customer with externalId "c1" not found',
  })
  expect(describeMissing('/api/v5/payment/invoice/{invoiceUuid}', { params: { invoiceUuid: 'x' } })).toEqual({
    invoiceUuid: 'Invoice with invoiceUuid "x" not found',
  })
})

it('[D-04] says nothing where the path names nothing', () => {
  expect(describeMissing('/api/v5/payment/check', { params: {} })).toBeUndefined()
  expect(describeMissing('/api/v5/reference/sites/{code}/edit', { params: { code: 'x' } })).toBeUndefined()
})
