import { expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { endpointStateFor, shouldDisable } from '../webhook-endpoints/rules.ts'
import { classifyDelivery, type DeliveryResult, retryDelay } from './rules.ts'

const PLAN = readConfig({ DATABASE_URL: 'x', SECRET_KEY: Buffer.alloc(32).toString('base64') }).webhooks.plan
const now = new Date('2026-02-03T10:00:00Z')
const answered = (status: number, retryAfter?: string): DeliveryResult => ({ ok: true, status, retryAfter })
const delay = (attempts: number, random: number, tried: DeliveryResult = answered(500)) =>
  retryDelay(PLAN, attempts, random, tried, now)

it('[D-69] takes 2xx as success, 410 as never again, and everything else, redirects too, as a failure', () => {
  for (const status of [200, 201, 202, 204]) expect(classifyDelivery(answered(status))).toBe('delivered')
  for (const status of [301, 302, 307, 400, 404, 408, 422, 429, 500, 503])
    expect(classifyDelivery(answered(status))).toBe('failed')
  expect(classifyDelivery({ ok: false, reason: 'no answer within 15 s' })).toBe('failed')
  expect(classifyDelivery(answered(410))).toBe('gone')
})

it('[D-69] tries again over three days, each delay within a fifth of the plan, and then gives up', () => {
  let total = 0
  for (let attempts = 1; attempts < PLAN.length; attempts++) {
    const planned = PLAN[attempts] ?? 0
    total += planned
    for (const random of [0, 0.25, 0.5, 0.75, 1]) {
      expect(delay(attempts, random)).toBeGreaterThanOrEqual(planned * 0.8)
      expect(delay(attempts, random)).toBeLessThanOrEqual(planned * 1.2 + 1e-6)
    }
  }
  expect(total / 3600).toBeCloseTo(75.6, 1)
  expect(delay(PLAN.length, 0.5)).toBeUndefined()
})

it('[D-69] hears Retry-After, in seconds or as a date, for an hour at most', () => {
  expect(delay(1, 0.5, answered(429, '120'))).toBe(120)
  expect(delay(1, 0.5, answered(503, 'Tue, 03 Feb 2026 10:02:00 GMT'))).toBe(120)
  expect(delay(1, 0.5, answered(503, '999999'))).toBe(3600)
  expect(delay(3, 0.5, answered(429, '1'))).toBe(1800)
  expect(delay(1, 0.5, answered(429, 'soon'))).toBe(5)
  expect(delay(1, 0.5, answered(500, '120'))).toBe(5)
})

it('[D-69] disables an address after 120 hours of nothing but failures, not before', () => {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  expect(shouldDisable(hoursAgo(119.9), now)).toBe(false)
  expect(shouldDisable(hoursAgo(120), now)).toBe(true)
})

it('[D-69] says in one word how an address fares; what is not called at all comes first', () => {
  const well = { failures: 0, restUntil: null, disabledAt: null }
  const called = { isOn: true, hasAddress: true }
  expect(endpointStateFor(called, well)).toBe('well')
  expect(endpointStateFor(called, { ...well, failures: 3 })).toBe('failing')
  const resting = { ...well, failures: 10, restUntil: now }
  expect(endpointStateFor(called, resting)).toBe('resting')
  expect(endpointStateFor(called, { ...resting, disabledAt: now })).toBe('disabled')
  expect(endpointStateFor({ ...called, hasAddress: false }, resting)).toBe('asks')
  expect(endpointStateFor({ isOn: false, hasAddress: true }, { ...resting, disabledAt: now })).toBe('off')
})
