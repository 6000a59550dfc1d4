import { ERROR_CODES } from '@patchbay/contract/chats/messages'
import { describe, expect, it } from 'vitest'
import {
  aboutMessage,
  ackOutcome,
  isRefusal,
  messageDeletedEvent,
  messageReadEvent,
  messageSentEvent,
  messageUpdatedEvent,
  type SentMessage,
  sentOutcome,
  UNREACHABLE,
} from './rules.ts'

describe('ackOutcome', () => {
  const unnamed = { externalId: null }

  it('[D-70] an ack without an error means that the message is sent', () => {
    expect(ackOutcome(unnamed, undefined, undefined, undefined)).toStrictEqual({ status: 'sent' })
  })

  it('[D-70] an ack may carry the transport’s message id; a known id stays', () => {
    const idOf = (known: string | null, ...ids: [string | undefined, string | undefined]) =>
      ackOutcome({ externalId: known }, ...ids, undefined).externalId
    expect(idOf('known', 'external', 'transport')).toBe('known')
    expect(idOf(null, 'external', 'transport')).toBe('external')
    expect(idOf(null, undefined, 'transport')).toBe('transport')
    expect(idOf(null, undefined, undefined)).toBeUndefined()
  })

  it('[D-70] an ack with an error means that the message failed, and may still carry its id', () => {
    expect(ackOutcome(unnamed, 'm1', undefined, { code: 'spam_suspicion', message: 'Too many' })).toStrictEqual({
      status: 'failed',
      externalId: 'm1',
      error: { code: 'spam_suspicion', message: 'Too many' },
    })
  })

  const errorOf = (error: { code?: string; message?: string; external_code?: string }) =>
    ackOutcome(unnamed, undefined, undefined, error).error

  it.each([...ERROR_CODES])('[D-70] the code %s is stored', (code) => {
    expect(errorOf({ code })).toStrictEqual({ code, message: '' })
  })

  it('[D-70] an unknown or absent code becomes general', () => {
    expect(errorOf({ code: 'on_fire', message: 'Help' })).toStrictEqual({ code: 'general', message: 'Help' })
    expect(errorOf({})).toStrictEqual({ code: 'general', message: '' })
  })

  it('[D-70] the messenger’s own code is added to the text, or used alone', () => {
    expect(errorOf({ message: 'Blocked', external_code: 'E7' })?.message).toBe('Blocked (E7)')
    expect(errorOf({ external_code: 'E7' })?.message).toBe('(E7)')
    expect(errorOf({ message: 'Blocked', external_code: '' })?.message).toBe('Blocked')
  })
})

describe('sentOutcome', () => {
  const answered = (answer: unknown) => sentOutcome(JSON.stringify(answer))

  it.each(['', '  \n', '{}', '{"async":false}', '{"async":"yes"}', '{"error":null}', '{"error":"no"}', '{"error":[]}'])(
    '[D-70] the response %j means sent, without an id',
    (body) => {
      expect(sentOutcome(body)).toStrictEqual({ outcome: { status: 'sent' } })
    },
  )

  it('[D-70] the response may carry ids of the message and the chat', () => {
    expect(answered({ external_message_id: 'm1', external_chat_id: 'c1' })).toStrictEqual({
      outcome: { status: 'sent', externalId: 'm1' },
      externalChatId: 'c1',
    })
    expect(answered({ external_chat_id: 'c1' })).toStrictEqual({ outcome: { status: 'sent' }, externalChatId: 'c1' })
  })

  it('[D-70] with async the message waits for its ack, with or without an id', () => {
    expect(answered({ async: true })).toStrictEqual({ outcome: { status: 'sending', ackFollows: true } })
    expect(answered({ async: true, external_message_id: 'm1' })).toStrictEqual({
      outcome: { status: 'sending', externalId: 'm1', ackFollows: true },
    })
  })

  const ids: [string, unknown, string | undefined][] = [
    ['a text', 'm1', 'm1'],
    ['a number', 17, '17'],
    ['0', 0, '0'],
    ['255 characters', 'x'.repeat(255), 'x'.repeat(255)],
    ['256 characters', 'x'.repeat(256), undefined],
    ['nothing', '', undefined],
    ['null', null, undefined],
    ['an object', { id: 1 }, undefined],
    ['true', true, undefined],
  ]
  it.each(ids)('[D-70] reads an id that is %s', (_what, id, externalId) => {
    expect(answered({ external_message_id: id }).outcome).toStrictEqual({
      status: 'sent',
      ...(externalId !== undefined && { externalId }),
    })
  })

  it('[D-70] an error in the response means failed, whatever else it contains', () => {
    const error = { code: 'customer_not_exists', message: 'Nobody there', external_code: 404 }
    expect(answered({ error, external_message_id: 'm1', external_chat_id: 'c1', async: true })).toStrictEqual({
      outcome: { status: 'failed', error: { code: 'customer_not_exists', message: 'Nobody there (404)' } },
    })
    expect(answered({ error: {} }).outcome).toStrictEqual({ status: 'failed', error: { code: 'general', message: '' } })
    expect(answered({ error: { code: [], message: {}, external_code: null } }).outcome.error).toStrictEqual({
      code: 'general',
      message: '',
    })
  })

  it.each(['OK', '[]', '[{}]', 'null', '7', '"sent"', '{"external_message_id":'])(
    '[D-70] a response that cannot be parsed means failed: %j',
    (body) => {
      expect(sentOutcome(body)).toStrictEqual({
        outcome: {
          status: 'failed',
          error: {
            code: 'malformed_response',
            message: 'The transport answered something that cannot be read',
          },
        },
      })
    },
  )
})

describe('isRefusal', () => {
  const reason = JSON.stringify({ error: { code: 'customer_not_exists' } })

  it.each([400, 403, 404, 422, 499])('[D-70] a response %d with an error code is final', (status) => {
    expect(isRefusal(status, reason)).toBe(true)
  })

  it.each([200, 301, 399, 408, 410, 429, 500, 503])(
    '[D-70] a response %d is not a rejection, whatever its body',
    (status) => {
      expect(isRefusal(status, reason)).toBe(false)
    },
  )

  it.each([
    '',
    'Bad Request',
    '{}',
    '[]',
    'null',
    '{"error":{}}',
    '{"error":{"message":"no"}}',
    '{"error":{"code":""}}',
  ])('[D-70] an answer 400 with the body %j gives no reason, and is tried again', (body) => {
    expect(isRefusal(400, body)).toBe(false)
  })

  it('[D-70] an unknown error code is a rejection too', () => {
    expect(isRefusal(400, '{"error":{"code":"on_fire"}}')).toBe(true)
    expect(isRefusal(400, '{"error":{"code":7}}')).toBe(true)
  })
})

describe('UNREACHABLE', () => {
  it('[D-70] after the last retry the message fails with a network error', () => {
    expect(UNREACHABLE).toStrictEqual({
      status: 'failed',
      error: { code: 'network_error', message: 'The transport could not be reached' },
    })
  })
})

describe('aboutMessage', () => {
  it('requests about a message are found by its id', () => {
    expect(aboutMessage(7)).toBe('message/7')
  })
})

describe('messageSentEvent, messageUpdatedEvent, messageDeletedEvent and messageReadEvent', () => {
  const place = { externalUserId: 'u1', externalChatId: 'c1', channelId: 3 }
  const where = { external_user_id: 'u1', external_chat_id: 'c1', channel_id: 3 }
  const written: SentMessage = {
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
  const data = (more: Partial<SentMessage> = {}) => messageSentEvent(place, { ...written, ...more }).data

  it('[D-70] message_sent has the text, the author, the recipient and the channel', () => {
    expect(messageSentEvent(place, written)).toStrictEqual({ type: 'message_sent', data: sent })
  })

  it('[D-70] message_sent has files and quote only if there are any, and null for no text', () => {
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

  it('[D-70] message_updated has the new text, message_deleted and message_read only the message id', () => {
    const which = { ...where, external_message_id: 'm1' }
    expect(messageUpdatedEvent(place, 'm1', { type: 'text', content: 'Hello!' })).toStrictEqual({
      type: 'message_updated',
      data: { ...which, content: 'Hello!', type: 'text' },
    })
    expect(messageDeletedEvent(place, 'm1')).toStrictEqual({ type: 'message_deleted', data: which })
    expect(messageReadEvent(place, 'm1')).toStrictEqual({ type: 'message_read', data: which })
  })
})
