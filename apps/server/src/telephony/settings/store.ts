import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { compileOnce } from '../../lib/db/prepared-statement.ts'
import type { Speaker } from '../events/rules.ts'
import type { Person } from '../routing/rules.ts'

// Who can be reached where: extensions of users, external numbers of shops, and the modules they belong to.

export type Extension = { moduleId: number; code: string; userId: number }
export type ExternalPhone = {
  moduleId: number
  number: string
  key: string
  shopId: number
  shopCode: string
  shopName: string
}

/** All that an event or a lookup needs to know beside the customer, read in one go. */
export type Surroundings = {
  modules: Speaker[]
  extensions: Extension[]
  people: Person[]
  numbers: ExternalPhone[]
  shop: { id: number; code: string; name: string } | null
}

export type Asked = {
  codes: readonly string[]
  userIds: readonly number[]
  externalKeys: readonly string[]
  site: string
}

/** Modules that may speak of calls (D-23). */
const SPEAKING = sql`active and not frozen and removed_at is null and is_telephony`

/** Lateral throughout: a handful by index, however many there are; a join might read all people of the account. */
export const surroundingsQuery = compileOnce<Asked, Surroundings>((db, { codes, userIds, externalKeys, site }) =>
  sql<Surroundings>`
    with named as materialized (
      select e.* from unnest(${codes}::text[]) c(code)
        cross join lateral (select module_id, code, user_id from extension where code = c.code offset 0) e
      union
      select e.* from unnest(${userIds}::bigint[]) u(id)
        cross join lateral (select module_id, code, user_id from extension where user_id = u.id offset 0) e
    ), people as materialized (
      select p.* from (select user_id from named union select unnest(${userIds}::bigint[])) u(id)
        cross join lateral (
          select id, first_name, last_name, patronymic, email, status from app_user where active and id = u.id offset 0) p
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'code', code, 'clientId', client_id, 'apiKeyId', api_key_id) order by id), '[]')
       from integration_module where ${SPEAKING}) as modules,
      (select coalesce(jsonb_agg(jsonb_build_object('moduleId', module_id, 'code', code, 'userId', user_id)), '[]')
       from named where user_id in (select id from people)) as extensions,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'firstName', first_name, 'lastName', last_name,
        'patronymic', patronymic, 'email', email, 'status', status)), '[]') from people) as people,
      (select coalesce(jsonb_agg(jsonb_build_object('moduleId', e.module_id, 'number', e.number, 'key', e.phone_key,
        'shopId', s.id, 'shopCode', s.code, 'shopName', s.name) order by e.place), '[]')
       from external_phone e join shop s on s.id = e.shop_id where e.phone_key = any(${externalKeys}::text[])) as numbers,
      (select jsonb_build_object('id', id, 'code', code, 'name', name) from shop where code = ${site}) as shop`.compile(
    db,
  ),
)

export const speakersQuery = compileOnce<object, Speaker>((db) =>
  sql<Speaker>`select id, code, client_id as "clientId", api_key_id as "apiKeyId"
    from integration_module where ${SPEAKING} order by id`.compile(db),
)

/** A user, once for each extension; without any, once. */
export type Reachable = Person & { moduleId: number | null; code: string | null }

/** Less than the surroundings of an event, since a lookup asks only where these people are reached. */
export const reachableQuery = compileOnce<Pick<Asked, 'userIds'>, Reachable>((db, { userIds }) =>
  sql<Reachable>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.patronymic, u.email, u.status,
      e.module_id as "moduleId", e.code
    from unnest(${userIds}::bigint[]) asked(id)
      cross join lateral (select * from app_user where active and id = asked.id offset 0) u
      left join lateral (select module_id, code from extension where user_id = u.id offset 0) e on true`.compile(db),
)

export type Mappings = {
  codes: readonly { userId: number; code: string }[]
  phones: readonly { siteCode: string; number: string; key: string }[]
}

/** The maps of a module are replaced as a whole, like the settings that they repeat. */
export const replaceMappings = async (db: Db, moduleId: number, { codes, phones }: Mappings): Promise<void> => {
  await db.deleteFrom('extension').where('module_id', '=', moduleId).execute()
  await db.deleteFrom('external_phone').where('module_id', '=', moduleId).execute()
  if (codes.length > 0) {
    await sql`insert into extension (module_id, code, user_id)
      select ${moduleId}, c->>'code', (c->>'userId')::bigint from jsonb_array_elements(${JSON.stringify(codes)}::jsonb) c`.execute(
      db,
    )
  }
  if (phones.length === 0) return
  await sql`insert into external_phone (module_id, place, number, phone_key, shop_id)
    select ${moduleId}, p.place, p.phone->>'number', p.phone->>'key', s.id
    from jsonb_array_elements(${JSON.stringify(phones)}::jsonb) with ordinality p(phone, place)
    join shop s on s.code = p.phone->>'siteCode'`.execute(db)
}

/** The extensions of a user, in the order of their modules. */
export const listExtensionsOf = async (db: Db, userId: number): Promise<Extension[]> => {
  const rows = await db
    .selectFrom('extension')
    .select(['module_id', 'code', 'user_id'])
    .where('user_id', '=', userId)
    .orderBy('module_id')
    .execute()
  return rows.map((row) => ({ moduleId: row.module_id, code: row.code, userId: row.user_id }))
}

/** The number of a shop that a module shows to those it calls (T-07). */
export const findExternalPhone = async (db: Db, moduleId: number, shopId: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('external_phone')
    .select('number')
    .where('module_id', '=', moduleId)
    .where('shop_id', '=', shopId)
    .orderBy('place')
    .executeTakeFirst()
  return row?.number
}

export const listShopIds = async (db: Db): Promise<Map<string, number>> => {
  const rows = await db.selectFrom('shop').select(['code', 'id']).execute()
  return new Map(rows.map(({ code, id }) => [code, id]))
}

/** The shop of what a call is about. */
export const findShopOf = async (
  db: Db,
  { orderId, customerId }: { orderId?: number; customerId?: number },
): Promise<number | undefined> => {
  if (orderId !== undefined) {
    const order = await db.selectFrom('customer_order').select('shop_id').where('id', '=', orderId).executeTakeFirst()
    return order?.shop_id
  }
  if (customerId === undefined) return undefined
  const customer = await db.selectFrom('customer').select('shop_id').where('id', '=', customerId).executeTakeFirst()
  return customer?.shop_id ?? undefined
}

export const findUserStatus = async (db: Db, userId: number): Promise<UserStatus | undefined> => {
  const row = await db.selectFrom('app_user').select('status').where('id', '=', userId).executeTakeFirst()
  return row?.status as UserStatus | undefined
}

type UserStatus = 'free' | 'busy' | 'dinner' | 'break'
