import type { NotificationContent } from '@patchbay/contract/platform/workspace/notifications'
import { joinFacts } from '../lib/bidi.ts'

type ContentOf<Kind> = Extract<NotificationContent, { kind: Kind }>
type Task = ContentOf<'task-due'>['task']

/** What a language says about each kind of notification. */
export type NotificationWords = {
  titles: Record<Exclude<NotificationContent['kind'], 'message'>, string>
  messages: (from: string, count: number) => string
  waits: (from: string, minutes: number) => string
  attachment: string
  order: (number: string) => string
  callBack: (phone: string) => string
  holdExpires: (orderNumber: string) => string
  awaitAnswer: Record<Extract<Task, { kind: 'answer-pending' }>['to'], (customer: string) => string>
}

export type NotificationSentence = { title: string; body: string }

const taskText = (words: NotificationWords, task: Task): string => {
  if (task.kind === 'custom') return task.text
  if (task.kind === 'answer-pending') return words.awaitAnswer[task.to](task.customer)
  return task.kind === 'missed-call' ? words.callBack(task.phone) : words.holdExpires(task.orderNumber)
}

/** The same in the notification centre, on the desktop and in the service worker. */
export const notificationSentence = (
  words: NotificationWords,
  content: NotificationContent,
  count: number,
  locale: string,
): NotificationSentence => {
  if (content.kind === 'message')
    return { title: words.messages(content.from, count), body: content.text || words.attachment }
  const title = words.titles[content.kind]
  if (content.kind === 'chat-waits') return { title, body: words.waits(content.from, content.minutes) }
  if ('taskId' in content) return { title, body: taskText(words, content.task) }
  if ('callId' in content) return { title, body: joinFacts([content.customerName, content.phone]) }
  const { amount, currency, orderNumber } = content
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return { title, body: `${words.order(orderNumber)} · ${money.format(amount as Intl.StringNumericLiteral)}` }
}
