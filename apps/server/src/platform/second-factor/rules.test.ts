import { expect, it } from 'vitest'
import { isAppCode, isSecondFactorDue, normalizeCode, recoveryCodeFrom } from './rules.ts'

it('reads codes as people type them', () => {
  expect(normalizeCode(' 123 456 ')).toBe('123456')
  expect(normalizeCode('K3VQ-8R2M-0000-ZZZZ')).toBe('k3vq8r2m0000zzzz')
  expect(isAppCode('123456')).toBe(true)
  expect(isAppCode('12345')).toBe(false)
  expect(isAppCode('k3vq8r2m0000zzzz')).toBe(false)
})

it('writes recovery codes in groups, without letters that look alike', () => {
  expect(recoveryCodeFrom(Uint8Array.from({ length: 16 }, (_, index) => index * 17))).toMatch(
    /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/,
  )
  expect(recoveryCodeFrom(new Uint8Array(16))).toBe('0000-0000-0000-0000')
  expect(recoveryCodeFrom(new Uint8Array(16).fill(255))).toBe('zzzz-zzzz-zzzz-zzzz')
})

it('a required second factor is due until it is set up, except behind an identity provider', () => {
  const sign = { required: true, active: false, bySso: false }
  expect(isSecondFactorDue(sign)).toBe(true)
  expect(isSecondFactorDue({ ...sign, required: false })).toBe(false)
  expect(isSecondFactorDue({ ...sign, active: true })).toBe(false)
  expect(isSecondFactorDue({ ...sign, bySso: true })).toBe(false)
})
