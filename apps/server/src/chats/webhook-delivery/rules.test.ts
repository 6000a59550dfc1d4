import { describe, expect, it } from 'vitest'
import { classifyDelivery, type DeliveryResult, retryDelay, webhookBody } from './rules.ts'

describe('webhookBody', () => {
  it('[C-13] the body has the type, the time in whole seconds, and the data', () => {
    const body = webhookBody({ type: 'message_read', data: { channel_id: 3 } }, new Date('2026-02-03T10:00:00.999Z'))
    expect(JSON.parse(body)).toEqual({
      type: 'message_read',
      meta: { timestamp: 1_770_112_800 },
      data: { channel_id: 3 },
    })
  })
})

describe('classifyDelivery', () => {
  const answered = (status: number): DeliveryResult => ({ ok: true, status, retryAfter: undefined })

  it('[D-69] 2xx is success, 410 means never again, and everything else, redirects too, is a failure', () => {
    for (const status of [200, 201, 202, 204, 299]) expect(classifyDelivery(answered(status))).toBe('delivered')
    for (const status of [199, 300, 301, 302, 307, 400, 404, 408, 409, 411, 422, 429, 500, 503])
      expect(classifyDelivery(answered(status))).toBe('failed')
    expect(classifyDelivery({ ok: false, reason: 'no answer within 15 s' })).toBe('failed')
    expect(classifyDelivery(answered(410))).toBe('gone')
  })
})

describe('retryDelay', () => {
  // The default of WEBHOOK_PLAN_SECONDS.
  const PLAN = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
  const now = new Date('2026-02-03T10:00:00Z')
  const answered = (status: number, retryAfter?: string): DeliveryResult => ({ ok: true, status, retryAfter })
  const delay = (attempts: number, random: number, tried: DeliveryResult = answered(500)) =>
    retryDelay(PLAN, attempts, random, tried, now)

  it('[D-69] retries for three days, each delay within a fifth of the plan, and then gives up', () => {
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

  it('[D-69] jitter spreads the delay evenly over four to six fifths of the plan', () => {
    for (const [random, seconds] of [
      [0, 80],
      [0.5, 100],
      [1, 120],
    ] as const)
      expect(retryDelay([0, 100], 1, random, { ok: false, reason: 'no answer' }, now)).toBeCloseTo(seconds)
  })

  it('[D-69] respects Retry-After, in seconds or as a date, up to an hour', () => {
    expect(delay(1, 0.5, answered(429, '120'))).toBe(120)
    expect(delay(1, 0.5, answered(429, ' 120 '))).toBe(120)
    expect(delay(1, 0.5, answered(503, 'Tue, 03 Feb 2026 10:02:00 GMT'))).toBe(120)
    expect(delay(1, 0.5, answered(503, '999999'))).toBe(3600)
    expect(delay(3, 0.5, answered(429, '1'))).toBe(1800)
  })

  it('[D-69] ignores a Retry-After that is past, invalid, absent, or of another status', () => {
    for (const header of ['soon', '', undefined, '-120', 'x120', '120x', 'Tue, 03 Feb 2026 09:00:00 GMT'])
      expect(delay(1, 0.5, answered(429, header)), header).toBe(5)
    expect(delay(1, 0.5, answered(500, '120'))).toBe(5)
  })
})
