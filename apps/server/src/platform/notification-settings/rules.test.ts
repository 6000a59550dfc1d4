import { DEFAULT_NOTIFICATION_SETTINGS } from '@patchbay/contract/platform/notification-constants'
import { describe, expect, it } from 'vitest'
import { settingsFrom, wantsPush } from './rules.ts'

it('settingsFrom: everything is on until a user changes it, and stored settings win', () => {
  expect(settingsFrom(undefined)).toEqual(DEFAULT_NOTIFICATION_SETTINGS)
  const tasks = { sound: false, desktop: true, push: false }
  expect(settingsFrom({ tasks, ringtone: 'pulse' })).toEqual({
    ...DEFAULT_NOTIFICATION_SETTINGS,
    tasks,
    ringtone: 'pulse',
  })
})

describe('wantsPush', () => {
  const noon = { now: new Date('2026-01-15T12:00:00Z'), timezone: 'UTC' }
  const settings = settingsFrom({ payments: { sound: true, desktop: true, push: false } })

  it('by the switch of its category', () => {
    expect(wantsPush(settings, { kind: 'message', silent: false }, noon)).toBe(true)
    expect(wantsPush(settings, { kind: 'payment-held', silent: false }, noon)).toBe(false)
  })

  it('not for what is silent, nor in quiet hours', () => {
    expect(wantsPush(settings, { kind: 'call', silent: true }, noon)).toBe(false)
    const quiet = { ...settings, quietHours: { from: '11:00', until: '13:00' } }
    expect(wantsPush(quiet, { kind: 'message', silent: false }, noon)).toBe(false)
    expect(wantsPush(quiet, { kind: 'message', silent: false }, { ...noon, timezone: 'Asia/Tokyo' })).toBe(true)
  })
})
