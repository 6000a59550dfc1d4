import { describe, expect, it } from 'vitest'
import { changedSettings, isTimezone } from './rules.ts'

describe('isTimezone', () => {
  it.for(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata'])('accepts %s', (name) => {
    expect(isTimezone(name)).toBe(true)
  })

  it.for(['', 'Berlin', 'Europe/Atlantis', 'Europe/Berlin '])('rejects %j', (name) => {
    expect(isTimezone(name)).toBe(false)
  })
})

it('names the settings that changed, with their values before and after', () => {
  const before = { timezone: 'UTC', currency: 'USD' }
  expect(changedSettings(before, { ...before, timezone: 'Europe/Madrid' })).toEqual({
    timezone: ['UTC', 'Europe/Madrid'],
  })
  expect(changedSettings(before, before)).toEqual({})
})
