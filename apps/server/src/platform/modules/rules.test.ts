import type { ModuleSettings } from '@patchbay/contract/integration-modules/registration-rules'
import { describe, expect, it } from 'vitest'
import { isEnabled, isLocked, joinUrl, kindsOf, OFF, runsAt, SECRET_OVERLAP_HOURS } from './rules.ts'
import type { Module } from './store.ts'

describe('isEnabled', () => {
  it.for<[boolean, boolean, boolean, boolean]>([
    [true, false, false, true],
    [false, false, false, false],
    [true, true, false, false],
    [true, false, true, false],
    [false, true, true, false],
  ])('[M-09] active %s, frozen %s, removed %s: %s', ([active, frozen, removed, expected]) => {
    expect(isEnabled({ active, frozen, removed } as Module)).toBe(expected)
  })

  it('[M-09] a request to a module that is switched off fails at once, without a retry', () => {
    expect(OFF).toMatchObject({ ok: false, kind: 'refused', durationMs: 0 })
  })
})

describe('kindsOf', () => {
  it('[M-07] lists the kinds of integration in alphabetical order', () => {
    expect(kindsOf({ telephony: {}, payment: {} } as Parameters<typeof kindsOf>[0])).toEqual(['payment', 'telephony'])
    expect(kindsOf({})).toEqual([])
  })

  it('[M-07] a kind without settings is absent', () => {
    const integrations = { telephony: undefined, mgTransport: {} } as unknown as Parameters<typeof kindsOf>[0]
    expect(kindsOf(integrations)).toEqual(['mgTransport'])
  })
})

describe('joinUrl', () => {
  it.for([
    ['https://bank.test', 'create'],
    ['https://bank.test/', 'create'],
    ['https://bank.test', '/create'],
    ['https://bank.test//', '//create'],
  ] as const)('[D-40] joins %s and %s with one slash', ([baseUrl, path]) => {
    expect(joinUrl(baseUrl, path)).toBe('https://bank.test/create')
  })
})

describe('SECRET_OVERLAP_HOURS', () => {
  it('[D-09] the previous secret signs for one more day', () => {
    expect(SECRET_OVERLAP_HOURS).toBe(24)
  })
})

describe('isLocked', () => {
  it('[T-02][D-96] a telephony module that does not allow edits is locked; a module without telephony never is', () => {
    const telephony = (allowEdit: boolean) => ({ integrations: { telephony: { allowEdit } } }) as Module
    expect(isLocked(telephony(false))).toBe(true)
    expect(isLocked(telephony(true))).toBe(false)
    expect(isLocked({ integrations: {} })).toBe(false)
  })
})

describe('runsAt', () => {
  const at = (settings: Partial<ModuleSettings>) =>
    runsAt('pbx.test', { baseUrl: null, accountUrl: null, integrations: {}, ...settings } as ModuleSettings)

  it('[D-83] a module runs where any of its addresses is, and nowhere without one', () => {
    expect(at({})).toBe(false)
    expect(at({ baseUrl: 'https://pbx.test/a' })).toBe(true)
    expect(at({ baseUrl: 'https://other.test', accountUrl: 'https://pbx.test/me' })).toBe(true)
    expect(at({ integrations: { mgTransport: { webhookUrl: 'https://pbx.test/hook' } } })).toBe(true)
    expect(at({ baseUrl: 'https://pbx.test.evil.example' })).toBe(false)
  })
})
