import type { LiveEvent } from '@patchbay/contract/live'
import { expect, it } from 'vitest'
import { staleKeys } from '../lib/live-keys.ts'
import { LIVE_KEYS } from './live-keys.ts'

const event = (type: string, fields: object = {}): LiveEvent => ({ type, ...fields }) as LiveEvent

it.each([
  [event('resync'), [[]]],
  [event('module-changed', { code: 'paylane' }), [['telephony'], ['chats'], ['chat'], ['webhooks'], ['modules']]],
  [event('chat-changed', { chatId: 7 }), [['customers'], ['tasks'], ['chats'], ['chat', 7], ['webhooks']]],
  [event('call-card'), [['notifications'], ['customers'], ['tasks'], ['calls'], ['call-cards']]],
  [event('call-card-withdrawn'), [['notifications'], ['customers'], ['tasks'], ['calls'], ['call-cards']]],
  [event('notification'), [['notifications']]],
  [event('notifications-read'), [['notifications']]],
  [event('calls-uploaded'), [['customers'], ['tasks'], ['calls']]],
  [event('user-status'), [['me'], ['users'], ['colleagues']]],
  [event('customer-changed', { id: 5 }), [['customers'], ['search']]],
  [event('order-changed', { id: 5 }), [['customers'], ['orders'], ['invoices', 5]]],
  [event('invoice-changed', { orderId: 5 }), [['customers'], ['orders'], ['tasks'], ['invoices', 5]]],
])('returns the queries that %o makes stale', (live, keys) => expect(staleKeys(LIVE_KEYS, live)).toEqual(keys))

it('ignores unknown events', () => expect(staleKeys(LIVE_KEYS, event('from-a-newer-version'))).toEqual([]))
