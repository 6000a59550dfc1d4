import { describe, expect, it } from 'vitest'
import { isTimezone } from './rules.ts'

describe('isTimezone', () => {
  it.for(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata'])('accepts %s', (name) => {
    expect(isTimezone(name)).toBe(true)
  })

  it.for(['', 'Berlin', 'Europe/Atlantis', 'Europe/Berlin '])('rejects %j', (name) => {
    expect(isTimezone(name)).toBe(false)
  })
})
