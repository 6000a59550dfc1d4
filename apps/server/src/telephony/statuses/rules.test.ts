import { describe, expect, it } from 'vitest'
import { retryAfter, statusUrlOf } from './rules.ts'

it('[T-10] a status is sent only with an address and an extension', () => {
  const exchange = (changeUserStatusUrl?: string) =>
    ({ integrations: { telephony: { changeUserStatusUrl } } }) as Parameters<typeof statusUrlOf>[0]
  expect(statusUrlOf(exchange('https://pbx.test/status'), '101')).toBe('https://pbx.test/status')
  expect(statusUrlOf(exchange('https://pbx.test/status'), undefined)).toBeUndefined()
  expect(statusUrlOf(exchange(), '101')).toBeUndefined()
  expect(statusUrlOf({ integrations: {} }, '101')).toBeUndefined()
  expect(statusUrlOf(undefined, '101')).toBeUndefined()
})

describe('retryAfter', () => {
  const now = new Date('2026-02-03T10:00:00.000Z')
  const since = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

  it('[D-33] waits longer after each failure, up to a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 99].map((failures) => retryAfter(failures, since(1), now))).toEqual([
      2, 5, 10, 20, 30, 60, 60, 60,
    ])
    expect(retryAfter(0, undefined, now)).toBe(2)
  })

  it('[D-33] gives up after ten minutes', () => {
    expect(retryAfter(5, since(10), now)).toBe(60)
    expect(retryAfter(5, new Date(since(10).getTime() - 1), now)).toBeUndefined()
  })
})
