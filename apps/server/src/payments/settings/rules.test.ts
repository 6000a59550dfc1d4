import { describe, expect, it } from 'vitest'
import { PAYMENT_STATUSES } from '../../crm/references/rules.ts'
import { DEFAULT_LINK_EMAIL, DEFAULT_MAPPINGS, fieldsOfMappings, fill, oneLine, whyMappingsRefused } from './rules.ts'

describe('the payment link email', () => {
  it('[P-16] fills in known placeholders and leaves others', () => {
    expect(fill('{name}: {link} {toString} {', { name: 'Ada', link: 'https://pay.test' })).toBe(
      'Ada: https://pay.test {toString} {',
    )
    expect(fill('{name}', { name: '{link}', link: 'x' })).toBe('{link}')
  })

  it('[P-16] by default carries the link, and the order and amount in its subject', () => {
    expect(DEFAULT_LINK_EMAIL.body).toContain('{link}')
    expect(fill(DEFAULT_LINK_EMAIL.subject, { order: '7', amount: '1.00', currency: 'EUR' })).toBe(
      'Order 7: payment of 1.00 EUR',
    )
  })

  it('[P-16] has a subject of one line', () => {
    expect(oneLine('Ada\r\nBcc: all\n\nx')).toBe('Ada Bcc: all x')
  })
})

describe('whyMappingsRefused', () => {
  const known = { types: ['card'], statuses: ['paid'] }
  const mapping = { paymentType: 'card', invoiceStatus: 'succeeded', paymentStatus: 'paid' } as const

  it('[D-50] accepts known codes, for one type and for all others', () => {
    expect(whyMappingsRefused([mapping, { invoiceStatus: 'succeeded', paymentStatus: 'paid' }], known)).toEqual({})
  })

  it('[D-50] names the field of an unknown type or status', () => {
    expect(whyMappingsRefused([mapping, { ...mapping, paymentType: 'x', paymentStatus: 'y' }], known)).toEqual({
      'mappings.1.paymentType': 'does not exist',
      'mappings.1.paymentStatus': 'does not exist',
    })
  })

  it('[D-50] an invoice status is mapped once for each type', () => {
    expect(whyMappingsRefused([mapping, mapping], known)).toEqual({ 'mappings.1.invoiceStatus': 'is mapped twice' })
    expect(whyMappingsRefused([mapping, { ...mapping, invoiceStatus: 'canceled' }], known)).toEqual({})
  })
})

describe('the mapping of invoice statuses', () => {
  it('[D-88] of a new account has all five, each to a payment status that a new account has; only success is paid', () => {
    expect(fieldsOfMappings(DEFAULT_MAPPINGS)).toEqual({
      pending: 'not-paid',
      waitingForCapture: 'wait-approved',
      succeeded: 'paid',
      canceled: 'canceled',
      refundSucceeded: 'returned',
    })
    const complete = DEFAULT_MAPPINGS.filter(({ paymentStatus }) => {
      const status = PAYMENT_STATUSES.find(({ code }) => code === paymentStatus)
      return status ? status.complete : expect.fail(`there is no ${paymentStatus}`)
    })
    expect(complete.map(({ invoiceStatus }) => invoiceStatus)).toEqual(['succeeded'])
  })

  it('[D-50] as plain fields, with the payment type of those that have one', () => {
    expect(fieldsOfMappings([{ paymentType: 'cash', invoiceStatus: 'succeeded', paymentStatus: 'paid' }])).toEqual({
      'cash: succeeded': 'paid',
    })
  })
})
