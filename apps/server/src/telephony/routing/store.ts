import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { preparedStatement } from '../../lib/db/prepared-statement.ts'
import type { TelephonyUser } from '../calls/rules.ts'
import type { ContextRequest } from '../events/store.ts'

/** A user, once for each extension; without any, once. */
export type ReachableUser = TelephonyUser & { moduleId: number | null; code: string | null }

/** Less than the context of an event: a lookup only needs to know where these users can be reached. */
export const reachableQuery = preparedStatement<Pick<ContextRequest, 'userIds'>, ReachableUser>((db, param) =>
  sql<ReachableUser>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.patronymic, u.email, u.status,
      e.module_id as "moduleId", e.code
    from unnest(${param('userIds')}::bigint[]) asked(id)
      cross join lateral (
        select id, first_name, last_name, patronymic, email, status from app_user where active and id = asked.id offset 0) u
      left join lateral (select module_id, code from extension where user_id = u.id offset 0) e on true`.compile(db),
)

/** Of these orders, the ones of these shops. */
export const listOrderIdsIn = async (
  db: Db,
  orderIds: readonly number[],
  sites: readonly string[],
): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('customer_order as o')
    .innerJoin('shop as s', (join) => join.onRef('s.account_id', '=', 'o.account_id').onRef('s.id', '=', 'o.shop_id'))
    .select('o.id')
    .where('o.id', 'in', orderIds.length > 0 ? orderIds : [0])
    .where('s.code', 'in', sites)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Who has an extension in this module, or in any. */
export const listReachableUserIds = async (db: Db, moduleId: number | undefined): Promise<Set<number>> => {
  let query = db.selectFrom('extension').select('user_id')
  if (moduleId !== undefined) query = query.where('module_id', '=', moduleId)
  return new Set((await query.execute()).map(({ user_id }) => user_id))
}
