import { toLocalTime } from '@patchbay/contract/base/local-time'
import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'

/** A line of a conversation: a message, the day on which those below it were written, or where the unread ones begin. */
export type LogRow =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; message: ChatMessage }

/** The messages, oldest first, with a separator for each day in this time zone. */
export const rowsOf = (
  messages: readonly ChatMessage[],
  zone: string,
  /** The first message that was unread when the conversation was opened. */
  firstUnread: number | undefined,
): LogRow[] => {
  let day = ''
  return messages.flatMap((message) => {
    const own = toLocalTime(new Date(message.at), zone).slice(0, 10)
    const rows: LogRow[] = []
    if (own !== day) rows.push({ kind: 'day', key: `day ${own}`, at: message.at })
    if (message.id === firstUnread) rows.push({ kind: 'unread', key: 'unread' })
    day = own
    return [...rows, { kind: 'message', key: `message ${message.id}`, message }]
  })
}
