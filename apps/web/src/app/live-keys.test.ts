import type { LiveEvent } from '@patchbay/contract/live'
import { expect, it } from 'vitest'
import { staleKeys } from '../lib/live-keys.ts'
import { LIVE_KEYS } from './live-keys.ts'

const event = (type: string, fields: object = {}): LiveEvent => ({ type, ...fields }) as LiveEvent

it.each([
  [event('resync'), [[]]],
  [
    event('module-changed', { code: 'paylane' }),
    [['telephony'], ['chats'], ['chat'], ['webhooks'], ['modules'], ['setup-steps']],
  ],
  [
    event('chat-changed', { chatId: 7 }),
    [
      ['customers'],
      ['tasks'],
      ['missed-calls'],
      ['chats'],
      ['chat', 7],
      ['chat-routing', 7],
      ['webhooks'],
      ['setup-steps'],
    ],
  ],
  [event('call-card'), [['notifications'], ['customers'], ['tasks'], ['calls'], ['call-cards'], ['setup-steps']]],
  [event('call-card-withdrawn'), [['notifications'], ['customers'], ['tasks'], ['calls'], ['call-cards']]],
  [event('call-changed'), [['customers'], ['tasks'], ['calls'], ['call-cards', 'customers'], ['missed-calls']]],
  [
    event('calls-uploaded'),
    [['customers'], ['tasks'], ['calls'], ['missed-calls'], ['daily-calls'], ['open-calls'], ['setup-steps']],
  ],
  [event('call-ended'), [['tasks'], ['calls'], ['missed-calls'], ['daily-calls'], ['setup-steps']]],
  [event('tasks-changed'), [['tasks'], ['missed-calls'], ['chat']]],
  [event('import-changed', { id: 5, finished: false }), [['imports']]],
  [event('import-changed', { id: 5, finished: true }), [['imports'], ['customers'], ['orders'], ['search']]],
  [event('export-changed', { id: 5 }), [['exports']]],
  [event('open-calls-changed'), [['open-calls']]],
  [event('figures-changed'), [['call-statistics'], ['payment-statistics'], ['chat-statistics']]],
  [event('notification'), [['notifications']]],
  [event('notifications-read'), [['notifications']]],
  [event('user-status'), [['me'], ['users'], ['colleagues']]],
  [event('customer-changed', { id: 5 }), [['customers'], ['search'], ['call-cards', 'customers']]],
  [
    event('order-changed', { id: 5 }),
    [['customers'], ['orders'], ['daily-payments'], ['call-cards', 'customers'], ['invoices', 5], ['invoice-list']],
  ],
  [
    event('invoice-changed', { orderId: 5 }),
    [
      ['customers'],
      ['orders'],
      ['tasks'],
      ['daily-payments'],
      ['invoices', 5],
      ['invoice-list'],
      ['payment-attention'],
      ['chat'],
      ['setup-steps'],
    ],
  ],
])('returns the queries that %o makes stale', (live, keys) => expect(staleKeys(LIVE_KEYS, live)).toEqual(keys))

it('ignores unknown events', () => expect(staleKeys(LIVE_KEYS, event('from-a-newer-version'))).toEqual([]))
