// The figures of reports, counted one by one from the rows of the area: what the tables of figures must say.
import { toLocalTime } from '@patchbay/contract/base/local-time'
import { type Bounds, DURATION_BOUNDS, WAIT_BOUNDS } from '@patchbay/contract/platform/histograms'
import { sql } from 'kysely'
import { moodOf } from '../../src/chats/chat-statistics/rules.ts'
import type { Db } from '../../src/lib/db/database.ts'
import { resolvesMissedCall } from '../../src/telephony/calls/rules.ts'

export type Figures = Record<string, Record<string, number | number[]>>

type Fact = {
  at: Date
  of: Record<string, string | null>
  count: Record<string, number>
  place: Record<string, number>
}

const bucket = (seconds: number, bounds: Bounds): number => {
  const place = bounds.findIndex((bound) => Math.ceil(seconds) <= bound)
  return place === -1 ? bounds.length : place
}

const between = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000

const LENGTHS: Record<string, number> = {
  incoming_by_hour: 24,
  missed_by_hour: 24,
  opened_by_hour: 24,
  answered_waits: WAIT_BOUNDS.length + 1,
  missed_waits: WAIT_BOUNDS.length + 1,
  return_times: DURATION_BOUNDS.length + 1,
  payment_times: DURATION_BOUNDS.length + 1,
  first_responses: DURATION_BOUNDS.length + 1,
  resolutions: DURATION_BOUNDS.length + 1,
}

const addUp = (facts: readonly Fact[], timezone: string, numbers: readonly string[], lists: readonly string[]) => {
  const figures: Figures = {}
  for (const { at, of, count, place } of facts) {
    const day = toLocalTime(at, timezone).slice(0, 10)
    for (const [dimension, value] of Object.entries({ all: '', ...of })) {
      if (value === null || dimension === 'currency') continue
      const key = [dimension, day, value, ...(of.currency == null ? [] : [of.currency])].join('|')
      figures[key] ??= Object.fromEntries([
        ...numbers.map((name) => [name, 0]),
        ...lists.map((name) => [name, new Array<number>(LENGTHS[name] ?? 0).fill(0)]),
      ])
      const row = figures[key] ?? {}
      for (const [name, more] of Object.entries(count))
        row[name] = Math.round(((row[name] as number) + more) * 100) / 100
      for (const [name, index] of Object.entries(place)) {
        const counts = row[name] as number[]
        counts[index] = (counts[index] ?? 0) + 1
      }
    }
  }
  return figures
}

const text = (id: number | null): string | null => (id === null ? null : String(id))

export const CALL_NUMBERS = [
  ...['incoming', 'answered', 'missed', 'returned', 'first_contacts', 'outgoing', 'outgoing_answered', 'talk_seconds'],
]
export const CALL_LISTS = ['incoming_by_hour', 'missed_by_hour', 'answered_waits', 'missed_waits', 'return_times']

export const countCalls = async (db: Db, timezone: string): Promise<Figures> => {
  const calls = await db
    .selectFrom('call')
    .select(['id', 'direction', 'result', 'missed', 'phone_key', 'customer_id', 'user_id', 'shop_id', 'external_phone'])
    .select(['module_id', 'started_at', 'answered_at', 'ended_at', 'duration', 'duration_waiting'])
    .execute()
  const facts = calls.map((call): Fact => {
    const isCaller = (other: (typeof calls)[number]) =>
      call.customer_id === null
        ? other.customer_id === null && other.phone_key === call.phone_key
        : other.customer_id === call.customer_id
    const later = calls.filter((other) => isCaller(other) && other.started_at > call.started_at)
    const returns = later
      .filter((other) => resolvesMissedCall(other as Parameters<typeof resolvesMissedCall>[0]))
      .map((other) => between(call.started_at, other.started_at))
    const isFirst =
      call.customer_id !== null &&
      !calls.some(
        (other) =>
          other.customer_id === call.customer_id &&
          (other.started_at < call.started_at ||
            (other.started_at.getTime() === call.started_at.getTime() && other.id < call.id)),
      )
    const incoming = call.direction === 'in'
    const answered = incoming && call.result === 'answered'
    const end = call.result === 'answered' ? call.answered_at : call.missed ? call.ended_at : null
    const waited = call.duration_waiting ?? (end && between(call.started_at, end))
    const wait = waited === null ? undefined : bucket(waited, WAIT_BOUNDS)
    const hour = Number(toLocalTime(call.started_at, timezone).slice(11, 13))
    const isReturned = call.missed && returns.length > 0
    return {
      at: call.started_at,
      of: {
        user: text(call.user_id),
        shop: text(call.shop_id),
        number: call.external_phone,
        module: text(call.module_id),
      },
      count: {
        incoming: Number(incoming),
        answered: Number(answered),
        missed: Number(call.missed),
        returned: Number(isReturned),
        first_contacts: Number(incoming && isFirst),
        outgoing: Number(!incoming),
        outgoing_answered: Number(!incoming && call.result === 'answered'),
        talk_seconds: call.duration ?? 0,
      },
      place: {
        ...(incoming && { incoming_by_hour: hour }),
        ...(call.missed && { missed_by_hour: hour }),
        ...(answered && wait !== undefined && { answered_waits: wait }),
        ...(call.missed && wait !== undefined && { missed_waits: wait }),
        ...(isReturned && { return_times: bucket(Math.min(...returns), DURATION_BOUNDS) }),
      },
    }
  })
  return addUp(facts, timezone, CALL_NUMBERS, CALL_LISTS)
}

export const PAYMENT_NUMBERS = [
  ...[
    'issued',
    'issued_amount',
    'converted',
    'paid',
    'paid_amount',
    'held',
    'held_amount',
    'refunds',
    'refunded_amount',
  ],
]
export const PAYMENT_LISTS = ['payment_times']

export const countPayments = async (db: Db, timezone: string): Promise<Figures> => {
  const invoices = await db
    .selectFrom('invoice')
    .select(['id', 'order_id', 'payment_id', 'module_id', 'currency', 'amount', 'captured', 'created_at', 'paid_at'])
    .select('failed_at')
    .execute()
  const orders = new Map(
    (await db.selectFrom('customer_order').select(['id', 'shop_id']).execute()).map((row) => [row.id, row.shop_id]),
  )
  const types = new Map(
    (await db.selectFrom('order_payment').select(['id', 'type']).execute()).map((row) => [row.id, row.type]),
  )
  const holds = await db.selectFrom('invoice_history').select(['invoice_id', 'at', 'to_status']).execute()
  const refunds = await db
    .selectFrom('invoice_refund')
    .select(['invoice_id', 'created_at', 'amount', 'status'])
    .execute()
  const facts = invoices.flatMap((invoice): Fact[] => {
    const of = {
      shop: text(orders.get(invoice.order_id) ?? null),
      type: types.get(invoice.payment_id) ?? null,
      module: text(invoice.module_id),
      currency: invoice.currency,
    }
    const { created_at: createdAt, paid_at: paidAt } = invoice
    const amount = Number(invoice.amount)
    const issued = { issued: 1, issued_amount: amount, converted: Number(paidAt !== null) }
    const took = paidAt === null ? 0 : bucket(Math.max(0, between(createdAt, paidAt)), DURATION_BOUNDS)
    return [
      ...(invoice.failed_at === null ? [{ at: createdAt, of, count: issued, place: {} }] : []),
      ...(paidAt === null
        ? []
        : [
            {
              at: paidAt,
              of,
              count: { paid: 1, paid_amount: Number(invoice.captured) },
              place: { payment_times: took },
            },
          ]),
      ...holds
        .filter((one) => one.invoice_id === invoice.id && one.to_status === 'waitingForCapture')
        .map(({ at }) => ({ at, of, count: { held: 1, held_amount: amount }, place: {} })),
      ...refunds
        .filter((one) => one.invoice_id === invoice.id && one.status === 'succeeded')
        .map((one) => ({
          at: one.created_at,
          of,
          count: { refunds: 1, refunded_amount: Number(one.amount) },
          place: {},
        })),
    ]
  })
  return addUp(facts, timezone, PAYMENT_NUMBERS, PAYMENT_LISTS)
}

export const CHAT_NUMBERS = ['opened', 'answered', 'closed', 'positive', 'negative', 'neutral']
export const CHAT_LISTS = ['first_responses', 'resolutions', 'opened_by_hour']

export const countChats = async (db: Db, timezone: string): Promise<Figures> => {
  const chats = new Map(
    (await db.selectFrom('chat').select(['id', 'channel_id']).execute()).map((row) => [row.id, row.channel_id]),
  )
  const periods = await db
    .selectFrom('chat_period')
    .select(['chat_id', 'opened_at', 'closed_at', 'closed_by'])
    .execute()
  const messages = await db
    .selectFrom('message')
    .select(['id', 'chat_id', 'channel_id', 'originator', 'user_id', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const reactions = await db
    .selectFrom('reaction')
    .select(['message_id', 'user_id', 'emoji_key', 'created_at'])
    .execute()
  const facts = periods.flatMap((period): Fact[] => {
    const { opened_at: openedAt, closed_at: closedAt } = period
    const channel = text(chats.get(period.chat_id) ?? null)
    const reply = messages.find(
      (one) =>
        one.chat_id === period.chat_id &&
        one.originator === 'user' &&
        one.user_id !== null &&
        one.created_at >= openedAt &&
        (closedAt === null || one.created_at <= closedAt),
    )
    const hour = Number(toLocalTime(openedAt, timezone).slice(11, 13))
    const first = reply && { first_responses: bucket(between(openedAt, reply.created_at), DURATION_BOUNDS) }
    const opened: Fact = {
      at: openedAt,
      of: { user: text(reply?.user_id ?? null), channel },
      count: { opened: 1, answered: Number(reply !== undefined) },
      place: { opened_by_hour: hour, ...first },
    }
    if (closedAt === null) return [opened]
    const place = { resolutions: bucket(between(openedAt, closedAt), DURATION_BOUNDS) }
    return [opened, { at: closedAt, of: { user: text(period.closed_by), channel }, count: { closed: 1 }, place }]
  })
  const felt = reactions.flatMap((reaction): Fact[] => {
    const message = messages.find(({ id }) => id === reaction.message_id)
    if (reaction.user_id !== null || !message || message.user_id === null) return []
    const of = { user: text(message.user_id), channel: text(message.channel_id) }
    return [{ at: reaction.created_at, of, count: { [moodOf(reaction.emoji_key)]: 1 }, place: {} }]
  })
  return addUp([...facts, ...felt], timezone, CHAT_NUMBERS, CHAT_LISTS)
}

/** What a table of figures holds, in the same shape. */
export const readFigures = async (
  db: Db,
  table: 'call_statistics' | 'payment_statistics' | 'chat_statistics',
  numbers: readonly string[],
  lists: readonly string[],
): Promise<Figures> => {
  const currency = table === 'payment_statistics' ? sql`, currency` : sql``
  const { rows } = await sql<Record<string, unknown>>`
    select dimension, to_char(day, 'YYYY-MM-DD') as day, value ${currency}, ${sql.join(
      [...numbers, ...lists].map((name) => sql.ref(name)),
    )} from ${sql.table(table)}`.execute(db)
  return Object.fromEntries(
    rows.map((row) => [
      [row.dimension, row.day, row.value, ...(row.currency === undefined ? [] : [row.currency])].join('|'),
      Object.fromEntries([
        ...numbers.map((name) => [name, Number(row[name])]),
        ...lists.map((name) => [name, row[name]]),
      ]),
    ]),
  )
}
