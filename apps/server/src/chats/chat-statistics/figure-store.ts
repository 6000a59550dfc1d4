import type { ChatFigure } from '@patchbay/contract/chats/workspace/conversations'
import { type RawBuilder, sql } from 'kysely'
import type { Period } from '../../lib/text/period.ts'
import { NEGATIVE_REACTIONS, POSITIVE_REACTIONS } from './rules.ts'

// What reports count in chats, as SQL: the list of chats filters by the same, so that a figure opens exactly its conversations.

/** The first message of a user in the period; the away reply has none. */
export const FIRST_REPLY = sql`left join lateral (
  select m.user_id, m.created_at from message m
  where m.chat_id = p.chat_id and m.originator = 'user' and m.user_id is not null and m.created_at >= p.opened_at
    and m.created_at <= coalesce(p.closed_at, 'infinity')
  order by m.created_at, m.id limit 1) reply on true`

const oneOf = (emoji: readonly string[]) => sql`r.emoji_key in (${sql.join(emoji.map((one) => sql.lit(one)))})`
/** Of a reaction `r`. */
export const MOOD = sql`case when ${oneOf(POSITIVE_REACTIONS)} then 'positive' when ${oneOf(NEGATIVE_REACTIONS)} then 'negative'
  else 'neutral' end`

export type ChatFigureFilter = Period & {
  counted: ChatFigure
  userId?: number
  channelId?: number
  /** Monday is 1. */
  weekday?: number
  hour?: number
  timezone: string
  tookOver?: number
  tookTo?: number
}

const inPeriod = (at: RawBuilder<unknown>, { from, to }: Period) =>
  sql`${from ? sql`and ${at} >= ${from}` : sql``} ${to ? sql`and ${at} < ${to}` : sql``}`

/** A bucket of a histogram: over its lower bound, up to its upper one; the first one includes 0. */
const took = (end: RawBuilder<unknown>, { tookOver, tookTo }: ChatFigureFilter) => {
  const seconds = sql`ceil(extract(epoch from ${end} - p.opened_at))`
  return sql`${tookOver === undefined ? sql`` : sql`and ${seconds} > ${tookOver === 0 ? -1 : tookOver}`}
    ${tookTo === undefined ? sql`` : sql`and ${seconds} <= ${tookTo}`}`
}

const openedAtHour = ({ weekday, hour, timezone }: ChatFigureFilter) => {
  const part = (name: string) => sql`extract(${sql.raw(name)} from p.opened_at at time zone ${timezone})`
  return sql`${weekday === undefined ? sql`` : sql`and ${part('isodow')} = ${weekday}`}
    ${hour === undefined ? sql`` : sql`and ${part('hour')} = ${hour}`}`
}

/** The ids of the conversations that a figure counts; one that was opened twice is listed once. */
export const countedChats = (filter: ChatFigureFilter): RawBuilder<unknown> => {
  const { counted, userId, channelId } = filter
  const ofUser = (user: RawBuilder<unknown>) => (userId === undefined ? sql`` : sql`and ${user} = ${userId}`)
  const ofChannel = (channel: RawBuilder<unknown>) =>
    channelId === undefined ? sql`` : sql`and ${channel} = ${channelId}`
  if (counted === 'opened' || counted === 'answered')
    return sql`select p.chat_id from chat_period p join chat c on c.id = p.chat_id ${FIRST_REPLY}
      where true ${inPeriod(sql`p.opened_at`, filter)} ${openedAtHour(filter)} ${took(sql`reply.created_at`, filter)}
        ${counted === 'answered' ? sql`and reply.user_id is not null` : sql``}
        ${ofUser(sql`reply.user_id`)} ${ofChannel(sql`c.channel_id`)}`
  if (counted === 'closed')
    return sql`select p.chat_id from chat_period p join chat c on c.id = p.chat_id
      where p.closed_at is not null ${inPeriod(sql`p.closed_at`, filter)} ${took(sql`p.closed_at`, filter)}
        ${ofUser(sql`p.closed_by`)} ${ofChannel(sql`c.channel_id`)}`
  if (counted === 'waiting') return sql`select id from chat where waiting_since is not null and state = 'open'`
  const moods = counted === 'rated' ? ['positive', 'negative'] : [counted]
  return sql`select m.chat_id from reaction r join message m on m.id = r.message_id
    where r.user_id is null and m.user_id is not null and ${MOOD} = any(${moods}::text[]) ${inPeriod(sql`r.created_at`, filter)}
      ${ofUser(sql`m.user_id`)} ${ofChannel(sql`m.channel_id`)}`
}
