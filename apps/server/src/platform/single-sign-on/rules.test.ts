import { describe, expect, it } from 'vitest'
import { canTurnPasswordsOff, nameFrom, verifiedEmail } from './rules.ts'

describe('verifiedEmail', () => {
  it('takes an address that the identity provider has verified', () => {
    expect(verifiedEmail({ email: ' ada@fern.test ', email_verified: true })).toBe('ada@fern.test')
    expect(verifiedEmail({ email: 'ada@fern.test', email_verified: 'true' })).toBe('ada@fern.test')
  })

  it('takes no other', () => {
    expect(verifiedEmail({ email: 'ada@fern.test' })).toBeUndefined()
    expect(verifiedEmail({ email: 'ada@fern.test', email_verified: false })).toBeUndefined()
    expect(verifiedEmail({ email: 'ada', email_verified: true })).toBeUndefined()
    expect(verifiedEmail({ email: ['ada@fern.test'], email_verified: true })).toBeUndefined()
    expect(verifiedEmail({ email_verified: true })).toBeUndefined()
  })
})

it('names a new user by what the identity provider knows', () => {
  const email = 'gus@fern.test'
  expect(nameFrom({ given_name: 'Gus', family_name: 'Hall', name: 'Gus Hall' }, email)).toEqual({
    firstName: 'Gus',
    lastName: 'Hall',
  })
  expect(nameFrom({ name: 'Gus Hall' }, email)).toEqual({ firstName: 'Gus Hall', lastName: '' })
  expect(nameFrom({}, email)).toEqual({ firstName: 'gus', lastName: '' })
})

it('lets passwords be turned off by who came in through the same identity provider only', () => {
  const provider = { issuer: 'https://id.test', clientId: 'patchbay' }
  expect(canTurnPasswordsOff(true, provider, provider)).toBe(true)
  expect(canTurnPasswordsOff(false, provider, provider)).toBe(false)
  expect(canTurnPasswordsOff(true, undefined, provider)).toBe(false)
  expect(canTurnPasswordsOff(true, provider, { ...provider, issuer: 'https://other.test' })).toBe(false)
  expect(canTurnPasswordsOff(true, provider, { ...provider, clientId: 'other' })).toBe(false)
})
