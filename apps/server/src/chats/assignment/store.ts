import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

export type ChannelRoutingRow = {
  channelId: number
  enabled: boolean
  shopId: number | null
  group: { id: number; name: string } | null
  awayText: string
}

/** Channels that have settings of their own. */
export const listChannelSettings = async (db: Db): Promise<(ChannelRoutingRow & { groupCode: string | null })[]> => {
  const rows = await db
    .selectFrom('channel_routing as c')
    .leftJoin('user_group as g', 'g.id', 'c.group_id')
    .select(['c.channel_id', 'c.enabled', 'c.shop_id', 'c.away_text', 'g.id', 'g.name', 'g.code'])
    .execute()
  return rows.map((row) => ({
    channelId: row.channel_id,
    enabled: row.enabled,
    shopId: row.shop_id,
    group: row.id === null ? null : { id: row.id, name: row.name ?? '' },
    groupCode: row.code,
    awayText: row.away_text,
  }))
}

export type NewChannelRouting = Omit<ChannelRoutingRow, 'group'> & { groupId: number | null }

export const saveChannelSettings = async (db: Db, settings: NewChannelRouting): Promise<void> => {
  const columns = {
    enabled: settings.enabled,
    shop_id: settings.shopId,
    group_id: settings.groupId,
    away_text: settings.awayText,
  }
  await db
    .insertInto('channel_routing')
    .values({ channel_id: settings.channelId, ...columns })
    .onConflict((conflict) => conflict.columns(['account_id', 'channel_id']).doUpdateSet(columns))
    .execute()
}

export const isChannelRouted = async (db: Db, channelId: number): Promise<boolean> => {
  const row = await db
    .selectFrom('channel_routing')
    .select('enabled')
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  return row?.enabled ?? true
}

/** An open conversation counts for a day after its last activity: not every team closes what is done. */
const OPEN_FOR = sql`interval '24 hours'`

export type ChatLoad = { userId: number; openChats: number }

/** How many open conversations each of these users has. */
export const listChatLoads = async (db: Db, userIds: readonly number[]): Promise<ChatLoad[]> => {
  const { rows } = await sql<ChatLoad>`
    select u.id as "userId", c.open::int as "openChats"
    from unnest(${userIds}::bigint[]) u(id)
    cross join lateral (
      select count(*) as open from chat
      where state = 'open' and manager_id = u.id and active_at > now() - ${OPEN_FOR}) c`.execute(db)
  return rows
}

/** A customer has written: the router looks at the conversation. Hold the lock of the chat. */
export const markPending = async (db: Db, chatId: number, at: Date): Promise<void> => {
  await sql`
    insert into chat_assignment (chat_id, pending_since) values (${chatId}, ${at})
    on conflict (account_id, chat_id) do update
      set pending_since = coalesce(chat_assignment.pending_since, excluded.pending_since), looked = false`.execute(db)
}

export type PendingChat = {
  chatId: number
  channelId: number
  customerId: number | null
  managerId: number | null
  waitingSince: Date | null
  pendingSince: Date | null
  looked: boolean
  lastResult: string
  awayAt: Date | null
}

const OF_CHAT = sql`c.id as "chatId", c.channel_id as "channelId", c.customer_id as "customerId", c.manager_id as "managerId",
  c.waiting_since as "waitingSince"`

const STATE = sql`a.pending_since as "pendingSince", coalesce(a.looked, true) as looked,
  coalesce(a.last_result, '') as "lastResult", a.away_at as "awayAt"`

/** What the router has to look at, the longest wait first, from behind `after`. */
export const listPending = async (
  db: Db,
  after: Pick<PendingChat, 'pendingSince' | 'chatId'> | undefined,
  limit: number,
): Promise<PendingChat[]> => {
  const behind = after ? sql`and (a.pending_since, a.chat_id) > (${after.pendingSince}, ${after.chatId})` : sql``
  const { rows } = await sql<PendingChat>`
    select ${OF_CHAT}, ${STATE}
    from chat_assignment a join chat c on c.id = a.chat_id
    where a.pending_since is not null and c.state = 'open' ${behind}
    order by a.pending_since, a.chat_id limit ${limit}`.execute(db)
  return rows
}

/**
 * Customers who have waited since before then and whose wait was not escalated yet, the longest wait first. Waits from before
 * routing was switched on are left alone: there may be years of them.
 */
export const listOverdue = async (db: Db, before: Date, limit: number): Promise<PendingChat[]> => {
  const { rows } = await sql<PendingChat>`
    select ${OF_CHAT}, ${STATE}
    from chat c join chat_assignment a on a.chat_id = c.id
    where c.waiting_since is not null and c.state = 'open' and c.waiting_since <= ${before}
      and a.escalated_wait is distinct from c.waiting_since
    order by c.waiting_since, c.id limit ${limit}`.execute(db)
  return rows
}

export const findPending = async (db: Db, chatId: number): Promise<PendingChat | undefined> => {
  const { rows } = await sql<PendingChat>`
    select ${OF_CHAT}, ${STATE}
    from chat c left join chat_assignment a on a.chat_id = c.id where c.id = ${chatId}`.execute(db)
  return rows[0]
}

type AssignmentChange = { pending?: boolean; lastResult?: string; awayAt?: Date; escalatedWait?: Date | null }

/** Saves what was done about a conversation. Hold the lock of the chat. */
export const saveLook = async (db: Db, chatId: number, change: AssignmentChange): Promise<void> => {
  const columns = {
    looked: true,
    ...(change.pending === false && { pending_since: null }),
    ...(change.lastResult !== undefined && { last_result: change.lastResult }),
    ...(change.awayAt && { away_at: change.awayAt }),
    ...(change.escalatedWait !== undefined && { escalated_wait: change.escalatedWait }),
  }
  await db
    .insertInto('chat_assignment')
    .values({ chat_id: chatId, ...columns })
    .onConflict((conflict) => conflict.columns(['account_id', 'chat_id']).doUpdateSet(columns))
    .execute()
}
