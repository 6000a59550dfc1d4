import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'
import { describe, expect, it } from 'vitest'
import { rowsOf } from './message-rows.ts'

const message = (id: number, at: string) => ({ id, at }) as ChatMessage
const shape = (rows: ReturnType<typeof rowsOf>) =>
  rows.map((row) => (row.kind === 'message' ? row.message.id : row.kind === 'day' ? row.key : row.kind))

describe('rowsOf', () => {
  it('puts a separator above the first message of each day, in the time zone of the account', () => {
    const messages = [
      message(1, '2026-11-15T22:30:00Z'),
      message(2, '2026-11-15T23:30:00Z'),
      message(3, '2026-11-16T08:00:00Z'),
      message(4, '2026-11-17T08:00:00Z'),
    ]
    expect(shape(rowsOf(messages, 'UTC', undefined))).toEqual([
      'day 2026-11-15',
      1,
      2,
      'day 2026-11-16',
      3,
      'day 2026-11-17',
      4,
    ])
    expect(shape(rowsOf(messages, 'Europe/Stockholm', undefined))).toEqual([
      'day 2026-11-15',
      1,
      'day 2026-11-16',
      2,
      3,
      'day 2026-11-17',
      4,
    ])
  })

  it('marks where the unread messages begin, below the day', () => {
    const messages = [message(1, '2026-11-15T10:00:00Z'), message(2, '2026-11-16T10:00:00Z')]
    expect(shape(rowsOf(messages, 'UTC', 2))).toEqual(['day 2026-11-15', 1, 'day 2026-11-16', 'unread', 2])
    expect(shape(rowsOf(messages, 'UTC', 99))).not.toContain('unread')
    expect(rowsOf([], 'UTC', 1)).toEqual([])
  })
})
