import { describe, expect, it } from 'vitest'
import { disableReason, endpointStateFor, FAILURES_TO_OPEN, probeDelay } from './rules.ts'

describe('disableReason, probeDelay and endpointStateFor', () => {
  const now = new Date('2026-02-03T10:00:00Z')

  it('[D-69] disables an address after 120 hours of nothing but failures, not before', () => {
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
    expect(disableReason(false, hoursAgo(119.9), now)).toBeUndefined()
    expect(disableReason(false, hoursAgo(120), now)).toBe('nothing but failures for 120 hours')
    expect(disableReason(false, null, now)).toBeUndefined()
  })

  it('[D-69] disables an address at once that answers 410', () => {
    expect(disableReason(true, now, now)).toBe('the address answered 410 Gone')
  })

  it('[D-69] asks for the probe again when the circuit may close, a tenth of the pause later at the least', () => {
    const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000)
    expect(probeDelay(inSeconds(40), now, 60, 0)).toBe(40)
    expect(probeDelay(inSeconds(40), now, 60, 1)).toBe(48)
    expect(probeDelay(inSeconds(-5), now, 60, 0)).toBe(6)
  })

  it('[D-69] gives the state of an address in one word; what is not called at all comes first', () => {
    const well = { failures: 0, circuitOpenUntil: null, disabledAt: null }
    const called = { isOn: true, hasAddress: true }
    expect(endpointStateFor(called, well)).toBe('well')
    expect(endpointStateFor(called, { ...well, failures: 1 })).toBe('failing')
    expect(endpointStateFor(called, { ...well, failures: 3 })).toBe('failing')
    const resting = { ...well, failures: FAILURES_TO_OPEN, circuitOpenUntil: now }
    expect(endpointStateFor(called, resting)).toBe('resting')
    expect(endpointStateFor(called, { ...resting, disabledAt: now })).toBe('disabled')
    expect(endpointStateFor({ ...called, hasAddress: false }, resting)).toBe('asks')
    expect(endpointStateFor({ isOn: false, hasAddress: true }, { ...resting, disabledAt: now })).toBe('off')
  })

  it('[D-69] pauses an address after ten failures', () => {
    expect(FAILURES_TO_OPEN).toBe(10)
  })
})
