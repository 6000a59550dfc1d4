import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import {
  messageGoneEvent,
  messageReadEvent,
  messageSentEvent,
  messageUpdatedEvent,
  type Written,
} from '../messages/rules.ts'
import { reactionEvent } from '../reactions/rules.ts'
import { endpointStateFor, FAILURES_TO_OPEN, shouldDisable } from '../webhook-endpoints/rules.ts'
import { classifyDelivery, type DeliveryResult, retryDelay, webhookBody } from './rules.ts'

describe('reactionEvent', () => {
  const place = { externalUserId: 'u1', externalChatId: 'c1', channelId: 3 }
  const where = { external_user_id: 'u1', external_chat_id: 'c1', channel_id: 3, external_message_id: 'm1' }

  it('[C-10][C-13] an added reaction is reaction_add with the new one and all, and no old one', () => {
    expect(reactionEvent(place, 'm1', { newReaction: '🔥', all: ['👍', '🔥'] })).toStrictEqual({
      type: 'reaction_add',
      data: { ...where, new_reaction: '🔥', all_reactions: [{ reaction: '👍' }, { reaction: '🔥' }] },
    })
  })

  it('[C-11][C-13] a replaced reaction is reaction_add with the new one, the old one and all', () => {
    expect(reactionEvent(place, 'm1', { newReaction: '🔥', oldReaction: '👍', all: ['🔥'] })).toStrictEqual({
      type: 'reaction_add',
      data: { ...where, new_reaction: '🔥', old_reaction: '👍', all_reactions: [{ reaction: '🔥' }] },
    })
  })

  it('[C-12][C-13][C-14] a deleted reaction is reaction_delete with the old one and no new one; all is there, empty', () => {
    expect(reactionEvent(place, 'm1', { oldReaction: '👍', all: [] })).toStrictEqual({
      type: 'reaction_delete',
      data: { ...where, old_reaction: '👍', all_reactions: [] },
    })
  })
})

describe('messageSentEvent, messageUpdatedEvent, messageGoneEvent and messageReadEvent', () => {
  const place = { externalUserId: 'u1', externalChatId: 'c1', channelId: 3 }
  const where = { external_user_id: 'u1', external_chat_id: 'c1', channel_id: 3 }
  const written: Written = {
    id: 9,
    type: 'text',
    content: 'Hello',
    user: { id: 1, firstName: 'Ada', lastName: 'Byron' },
    client: { firstName: 'Rosa', lastName: 'Vega', avatarUrl: null },
  }
  const sent = {
    id: 9,
    ...where,
    type: 'text',
    content: 'Hello',
    quote_external_id: null,
    quote_content: null,
    user: { id: 1, first_name: 'Ada', last_name: 'Byron', avatar: '' },
    customer: { first_name: 'Rosa', last_name: 'Vega', avatar: '' },
  }
  const data = (more: Partial<Written> = {}) => messageSentEvent(place, { ...written, ...more }).data

  it('[D-70] message_sent says what was written, by whom, to whom and where', () => {
    expect(messageSentEvent(place, written)).toStrictEqual({ type: 'message_sent', data: sent })
  })

  it('[D-70] message_sent has the files and the quote where there are some, and null for no text', () => {
    const items = [{ id: 'f1', caption: 'A cat', size: 10, width: 2, height: 1 }]
    expect(data({ type: 'image', content: '', items })).toStrictEqual({ ...sent, type: 'image', content: null, items })
    expect(data({ quote: { externalId: 'm0', content: 'Hi' } })).toStrictEqual({
      ...sent,
      quote_external_id: 'm0',
      quote_content: 'Hi',
    })
    expect(data({ client: { ...written.client, avatarUrl: 'https://pic.test/1' } })).toMatchObject({
      customer: { avatar: 'https://pic.test/1' },
    })
  })

  it('[D-70] message_updated has the new text, message_deleted and message_read only which message it was', () => {
    const which = { ...where, external_message_id: 'm1' }
    expect(messageUpdatedEvent(place, 'm1', { type: 'text', content: 'Hello!' })).toStrictEqual({
      type: 'message_updated',
      data: { ...which, content: 'Hello!', type: 'text' },
    })
    expect(messageGoneEvent(place, 'm1')).toStrictEqual({ type: 'message_deleted', data: which })
    expect(messageReadEvent(place, 'm1')).toStrictEqual({ type: 'message_read', data: which })
  })
})

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

describe('judge', () => {
  const answered = (status: number): DeliveryResult => ({ ok: true, status, retryAfter: undefined })

  it('[D-69] takes 2xx as success, 410 as never again, and everything else, redirects too, as a failure', () => {
    for (const status of [200, 201, 202, 204, 299]) expect(classifyDelivery(answered(status))).toBe('delivered')
    for (const status of [199, 300, 301, 302, 307, 400, 404, 408, 409, 411, 422, 429, 500, 503])
      expect(classifyDelivery(answered(status))).toBe('failed')
    expect(classifyDelivery({ ok: false, reason: 'no answer within 15 s' })).toBe('failed')
    expect(classifyDelivery(answered(410))).toBe('gone')
  })
})

describe('retryDelay', () => {
  const PLAN = readConfig({ DATABASE_URL: 'x', SECRET_KEY: Buffer.alloc(32).toString('base64') }).webhooks.plan
  const now = new Date('2026-02-03T10:00:00Z')
  const answered = (status: number, retryAfter?: string): DeliveryResult => ({ ok: true, status, retryAfter })
  const delay = (attempts: number, random: number, tried: DeliveryResult = answered(500)) =>
    retryDelay(PLAN, attempts, random, tried, now)

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

  it('[D-69] the delay is spread evenly from four to six fifths of the plan', () => {
    for (const [random, seconds] of [
      [0, 80],
      [0.5, 100],
      [1, 120],
    ] as const)
      expect(retryDelay([0, 100], 1, random, { ok: false, reason: 'no answer' }, now)).toBeCloseTo(seconds)
  })

  it('[D-69] follows Retry-After, in seconds or as a date, for an hour at most', () => {
    expect(delay(1, 0.5, answered(429, '120'))).toBe(120)
    expect(delay(1, 0.5, answered(429, ' 120 '))).toBe(120)
    expect(delay(1, 0.5, answered(503, 'Tue, 03 Feb 2026 10:02:00 GMT'))).toBe(120)
    expect(delay(1, 0.5, answered(503, '999999'))).toBe(3600)
    expect(delay(3, 0.5, answered(429, '1'))).toBe(1800)
  })

  it('[D-69] takes no notice of a Retry-After that is over, unreadable, absent, or of another status', () => {
    for (const header of ['soon', '', undefined, '-120', 'x120', '120x', 'Tue, 03 Feb 2026 09:00:00 GMT'])
      expect(delay(1, 0.5, answered(429, header)), header).toBe(5)
    expect(delay(1, 0.5, answered(500, '120'))).toBe(5)
  })
})

describe('shouldDisable and endpointStateFor', () => {
  const now = new Date('2026-02-03T10:00:00Z')

  it('[D-69] disables an address after 120 hours of nothing but failures, not before', () => {
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
    expect(shouldDisable(hoursAgo(119.9), now)).toBe(false)
    expect(shouldDisable(hoursAgo(120), now)).toBe(true)
  })

  it('[D-69] says in one word how an address fares; what is not called at all comes first', () => {
    const well = { failures: 0, restUntil: null, disabledAt: null }
    const called = { isOn: true, hasAddress: true }
    expect(endpointStateFor(called, well)).toBe('well')
    expect(endpointStateFor(called, { ...well, failures: 1 })).toBe('failing')
    expect(endpointStateFor(called, { ...well, failures: 3 })).toBe('failing')
    const resting = { ...well, failures: FAILURES_TO_OPEN, restUntil: now }
    expect(endpointStateFor(called, resting)).toBe('resting')
    expect(endpointStateFor(called, { ...resting, disabledAt: now })).toBe('disabled')
    expect(endpointStateFor({ ...called, hasAddress: false }, resting)).toBe('asks')
    expect(endpointStateFor({ isOn: false, hasAddress: true }, { ...resting, disabledAt: now })).toBe('off')
  })

  it('[D-69] pauses an address after ten failures', () => {
    expect(FAILURES_TO_OPEN).toBe(10)
  })
})
