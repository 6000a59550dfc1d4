import type { UserStatus } from '@patchbay/contract/platform/users'
import type { RoutingDecision } from '@patchbay/contract/platform/workspace/routing'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { Route } from './rules.ts'

export type TeamRow = {
  userId: number
  active: boolean
  status: UserStatus
  chatCapacity: number
  groupIds: number[]
  assignedAt: Date | null
}

/** Everyone who may be given work, and these users even if they have left: they get a reason too. */
export const listTeam = async (db: Db, alsoIds: readonly number[]): Promise<TeamRow[]> => {
  const { rows } = await sql<TeamRow>`
    select u.id as "userId", u.active, u.status, u.chat_capacity as "chatCapacity",
      (select coalesce(json_agg(m.group_id order by m.group_id), '[]')
       from user_group_member m where m.user_id = u.id) as "groupIds",
      (select d.at from routing_decision d where d.chosen_id = u.id and d.chat_id is not null
       order by d.at desc limit 1) as "assignedAt"
    from app_user u
    where (u.active and u.role <> 'read-only') or u.id = any(${alsoIds}::bigint[])
    order by u.id`.execute(db)
  return rows
}

export type ShopGroup = { shopId: number; groupId: number; code: string; name: string }

export const listShopGroups = (db: Db): Promise<ShopGroup[]> =>
  db
    .selectFrom('routing_group as r')
    .innerJoin('user_group as g', 'g.id', 'r.group_id')
    .select(['r.shop_id as shopId', 'g.id as groupId', 'g.code', 'g.name'])
    .execute()

export const saveShopGroup = async (db: Db, shopId: number, groupId: number | undefined): Promise<void> => {
  await db.deleteFrom('routing_group').where('shop_id', '=', shopId).execute()
  if (groupId !== undefined)
    await db.insertInto('routing_group').values({ shop_id: shopId, group_id: groupId }).execute()
}

export type NewDecision = { chatId: number; messageId: number | null; cause: RoutingDecision['cause']; route: Route }

/** For the statement that saves the first event of a call: the decision about it. Without a route there is none. */
export const callDecisionClause = (
  { chosenId, content }: Record<'chosenId' | 'content', RawBuilder<unknown>>,
  from: RawBuilder<unknown>,
) => sql`
  insert into routing_decision (call_id, cause, chosen_id, content)
  select id, 'call', ${chosenId}::bigint, ${content}::jsonb from ${from} where ${content}::jsonb is not null`

export const insertDecision = async (db: Db, { chatId, messageId, cause, route }: NewDecision): Promise<void> => {
  const { userId, ...content } = route
  await db
    .insertInto('routing_decision')
    .values({
      chat_id: chatId,
      message_id: messageId,
      cause,
      chosen_id: userId ?? null,
      content: JSON.stringify(content),
    })
    .execute()
}

type Subject = { chatId: number } | { messageId: number } | { callId: number }

const MOST_DECISIONS = 20

/** The latest first. */
export const listDecisions = async (db: Db, subject: Subject): Promise<RoutingDecision[]> => {
  const of = db.selectFrom('routing_decision').select(['at', 'cause', 'chosen_id', 'content'])
  const found =
    'chatId' in subject
      ? of.where('chat_id', '=', subject.chatId)
      : 'messageId' in subject
        ? of.where('message_id', '=', subject.messageId)
        : of.where('call_id', '=', subject.callId)
  const rows = await found.orderBy('id', 'desc').limit(MOST_DECISIONS).execute()
  return rows.map(({ at, cause, chosen_id, content }) => ({
    ...(content as Pick<RoutingDecision, 'result' | 'candidates'>),
    at: at.toISOString(),
    cause: cause as RoutingDecision['cause'],
    ...(chosen_id !== null && { userId: chosen_id }),
  }))
}

/** Returns how many were deleted, at most `most`. */
export const deleteDecisionsBefore = async (db: Db, before: Date, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from routing_decision where id = any(array(
      select id from routing_decision where at < ${before} order by at limit ${most}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
