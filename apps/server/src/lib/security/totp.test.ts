import { expect, it } from 'vitest'
import { findTotpStep, newTotpSecret, totpUri } from './totp.ts'

// The key of RFC 6238, appendix B, in base32; six of its eight digits.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

it('accepts the codes of RFC 6238, in their step and one step away', () => {
  expect(findTotpStep(SECRET, '287082', at(59))).toBe(1)
  expect(findTotpStep(SECRET, '081804', at(1_111_111_109))).toBe(37_037_036)
  expect(findTotpStep(SECRET, '287082', at(89))).toBe(1)
  expect(findTotpStep(SECRET, '287082', at(29))).toBe(1)
  expect(findTotpStep(SECRET, '287082', at(120))).toBeUndefined()
  expect(findTotpStep(SECRET, '000000', at(59))).toBeUndefined()
})

it('creates secrets of 160 bits and the address that authenticator apps read', () => {
  const secret = newTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(totpUri(secret, 'Fern & Field', 'ada@fern.test')).toBe(
    `otpauth://totp/Fern%20%26%20Field:ada%40fern.test?issuer=Fern%20%26%20Field&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
})
