import { expect, it } from 'vitest'
import { fillTemplate } from './check.ts'

const context = { settings: { code: 'm', clientId: 'c-1', baseUrl: 'https://m.test' } }

it('the URLs of --pay and --visitor have the same placeholders, and those of a payment more', () => {
  expect(fillTemplate(context, '{url}/people?of={clientId}')).toBe('https://m.test/people?of=c-1')
  expect(fillTemplate(context, '{url}/pay/{paymentId}', { paymentId: 'p-1' })).toBe('https://m.test/pay/p-1')
})

it('says which placeholders there are', () => {
  expect(() => fillTemplate(context, '{invoiceURL}', { invoiceUrl: 'x' })).toThrow(
    '{invoiceURL} in "{invoiceURL}" is not known; use {url}, {clientId}, {invoiceUrl}',
  )
})
