import { describe, expect, it } from 'vitest'
import { joinUrl, type KeptIntegrations, kindsOf, SECRET_OVERLAP_HOURS } from './rules.ts'

describe('SECRET_OVERLAP_HOURS', () => {
  it('[D-09] the previous signing secret stays valid for a day after a rotation', () => {
    expect(SECRET_OVERLAP_HOURS).toBe(24)
  })
})

describe('kindsOf', () => {
  it('[M-07] lists the kinds of integration that a module carries, sorted', () => {
    const integrations: KeptIntegrations = {
      payment: { actions: { create: 'create' }, currencies: [], invoiceTypes: ['link'], shops: [], idempotent: false },
      mgTransport: {},
      embedJs: undefined,
      delivery: null,
    }
    expect(kindsOf(integrations)).toEqual(['delivery', 'mgTransport', 'payment'])
    expect(kindsOf({})).toEqual([])
  })
})

describe('joinUrl', () => {
  it.for([
    ['https://bank.test', 'create', 'https://bank.test/create'],
    ['https://bank.test/', '/create', 'https://bank.test/create'],
    ['https://bank.test/api//', '//v1/create', 'https://bank.test/api/v1/create'],
    ['https://bank.test/a/b', 'c/d/', 'https://bank.test/a/b/c/d/'],
  ] as const)('[D-40] joins baseUrl and path with exactly one slash: %s and %s', ([baseUrl, path, joined]) => {
    expect(joinUrl(baseUrl, path)).toBe(joined)
  })
})
