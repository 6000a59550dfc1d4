import type { TimelineEntry } from '@patchbay/contract/crm/workspace/timeline'
import { joinFacts } from '../../../lib/bidi.ts'
import { type Format, useFormat } from '../../../lib/format.ts'
import { messageExcerpt } from '../../../lib/message-excerpt.ts'
import { type Texts, useTexts } from '../../../texts/catalogue.ts'
import { type TimelineTexts, useTimelineTexts } from '../../../texts/timeline.ts'

// A timeline entry in the user's language: a title, the quoted text, and the changes.

export type EntryNames = {
  orderStatus: (code: string) => string
  paymentType: (code: string) => string
  paymentStatus: (code: string) => string
  deliveryType: (code: string) => string
}

type Detail = TimelineEntry['detail']
type EntryContext = { texts: TimelineTexts; all: Texts; format: Format; names: EntryNames }

const isChange = (value: unknown): value is [unknown, unknown] => Array.isArray(value) && value.length === 2

const word = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The value after the change, or before it for a removed payment. */
const either = (value: unknown): string => (isChange(value) ? word(value[1] ?? value[0]) : word(value))

const sumOf = ({ amount, currency }: Detail, format: Format): string => {
  const sum = either(amount)
  return sum === '' ? '' : format.money(sum, word(currency) || undefined)
}

const callSentence = (detail: Detail, { all: { calls }, texts }: EntryContext): string => {
  const results = calls.results as Record<string, string>
  const parts = [
    detail.direction === 'in' ? calls.incoming : calls.outgoing,
    detail.missed === true ? calls.missed : results[String(detail.result)],
    detail.loggedBy !== undefined && texts.loggedByHand,
  ]
  return joinFacts(parts)
}

const titleWith = (title: string | undefined, name: string): string | undefined =>
  title && [title, name].filter(Boolean).join(': ')

type Sentence = (detail: Detail, context: EntryContext) => string | undefined

const SENTENCES: Record<string, Sentence> = {
  call: callSentence,
  'call.unlinked': ({ because }, { texts }) => texts.kinds[because ? `call.${word(because)}` : 'call.unlinked'],
  'order.created': ({ number }, { texts }) => texts.orderCreated(either(number)),
  'payment.added': (detail, { texts, format, names }) =>
    texts.paymentAdded(sumOf(detail, format), names.paymentType(either(detail.type))),
  'payment.removed': (detail, { texts, format, names }) =>
    texts.paymentRemoved(sumOf(detail, format), names.paymentType(either(detail.type))),
  invoice: (detail, { texts, format }) => texts.invoices[either(detail.status)]?.(sumOf(detail, format)),
  'invoice.refunded': (detail, { texts, format }) => texts.refunded(sumOf(detail, format)),
  'customer.merged': ({ name }, { texts }) => titleWith(texts.kinds['customer.merged'], word(name)),
  'customer.unmerged': ({ name }, { texts }) => titleWith(texts.kinds['customer.unmerged'], word(name)),
  'chat.snoozed': ({ until }, { texts, format }) => texts.chatSnoozed(format.moment(word(until))),
  message: ({ from }, { texts }) => (from === 'us' ? texts.weWrote : texts.clientWrote),
  reaction: ({ from, emoji }, { texts }) =>
    from === 'us' ? texts.weReacted(word(emoji)) : texts.clientReacted(word(emoji)),
  'reaction.removed': ({ emoji }, { texts }) => texts.reactionRemoved(word(emoji)),
}

/** Entries whose title holds all values: no list of changes. */
const COMPLETE_IN_TITLE = new Set([
  'order.created',
  'customer.created',
  'payment.added',
  'payment.removed',
  'invoice',
  'call',
])

const shownValue = (field: string, value: unknown, { kind, detail }: TimelineEntry, context: EntryContext): string => {
  const { texts, format, names } = context
  if (value === null || value === undefined || value === '') return texts.empties
  if (Array.isArray(value))
    return (
      joinFacts(
        value.map((one) => shownValue('', one, { kind, detail } as TimelineEntry, context)),
        ', ',
      ) || texts.empties
    )
  if (typeof value === 'object') return Object.values(value).map(String).join(' ')
  if (field === 'status')
    return kind.startsWith('payment') ? names.paymentStatus(word(value)) : names.orderStatus(word(value))
  if (field === 'deliveryType') return names.deliveryType(word(value))
  if (field === 'type') return names.paymentType(word(value))
  if (field === 'amount' && detail.currency) return format.money(word(value), word(detail.currency))
  if (field === 'paidAt') return format.moment(word(value))
  return String(value)
}

const quoteOf = ({ kind, detail }: TimelineEntry, { texts, all }: EntryContext): string => {
  const text = word(detail.text) || word(detail.note)
  if (kind.startsWith('reaction')) return text && texts.to(text)
  return kind === 'message' ? messageExcerpt(all.chats.kinds, word(detail.type), text) : text
}

const changesOf = (entry: TimelineEntry, colleague: (id: number) => string, context: EntryContext) => {
  if (COMPLETE_IN_TITLE.has(entry.kind)) return []
  return Object.entries(entry.detail).flatMap(([field, value]) => {
    if (!isChange(value)) return []
    const [before, after] = value.map((one) =>
      field === 'managerId' && one ? colleague(Number(one)) : shownValue(field, one, entry, context),
    )
    return [{ field: context.texts.fields[field] ?? field, before: before ?? '', after: after ?? '' }]
  })
}

export const useEntry = (entry: TimelineEntry, names: EntryNames, colleague: (id: number) => string) => {
  const context: EntryContext = { texts: useTimelineTexts(), all: useTexts(), format: useFormat(), names }
  const title = SENTENCES[entry.kind]?.(entry.detail, context) ?? context.texts.kinds[entry.kind] ?? entry.kind
  return { title, quote: quoteOf(entry, context), changes: changesOf(entry, colleague, context) }
}
