import { describe, expect, it } from 'vitest'
import { disableReason, endpointStateFor, FAILURES_TO_OPEN, probeDelay, storedDisableReason } from './rules.ts'

describe('disableReason, probeDelay and endpointStateFor', () => {
  const now = new Date('2026-02-03T10:00:00Z')

  it('[D-69] disables an endpoint after 120 hours of failures only, not before', () => {
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
    expect(disableReason(false, hoursAgo(119.9), now)).toBeUndefined()
    expect(disableReason(false, hoursAgo(120), now)).toBe('failing')
    expect(disableReason(false, null, now)).toBeUndefined()
  })

  it('[D-69] disables an endpoint at once on 410', () => {
    expect(disableReason(true, now, now)).toBe('gone')
  })

  it('[D-69] a stored code is shown with its data', () => {
    expect(storedDisableReason('gone')).toEqual({ code: 'gone' })
    expect(storedDisableReason('failing')).toEqual({ code: 'failing', hours: 120 })
  })

  it('[D-69] retries the probe when the circuit may close, at least a tenth of the interval later', () => {
    const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000)
    expect(probeDelay(inSeconds(40), now, 60, 0)).toBe(40)
    expect(probeDelay(inSeconds(40), now, 60, 1)).toBe(48)
    expect(probeDelay(inSeconds(-5), now, 60, 0)).toBe(6)
  })

  it('[D-69] derives the state of an endpoint; off and without an address take precedence', () => {
    const well = { failures: 0, circuitOpenUntil: null, disabledAt: null }
    const called = { isOn: true, hasAddress: true }
    expect(endpointStateFor(called, well)).toBe('well')
    expect(endpointStateFor(called, { ...well, failures: 1 })).toBe('failing')
    expect(endpointStateFor(called, { ...well, failures: 3 })).toBe('failing')
    const open = { ...well, failures: FAILURES_TO_OPEN, circuitOpenUntil: now }
    expect(endpointStateFor(called, open)).toBe('resting')
    expect(endpointStateFor(called, { ...open, disabledAt: now })).toBe('disabled')
    expect(endpointStateFor({ ...called, hasAddress: false }, open)).toBe('asks')
    expect(endpointStateFor({ isOn: false, hasAddress: true }, { ...open, disabledAt: now })).toBe('off')
  })

  it('[D-69] opens the circuit after ten failures', () => {
    expect(FAILURES_TO_OPEN).toBe(10)
  })
})
