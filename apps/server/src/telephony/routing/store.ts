import { sql } from 'kysely'
import { compileOnce } from '../../lib/db/prepared-statement.ts'
import type { Person } from '../calls/rules.ts'
import type { Speaker } from '../events/rules.ts'
import { type Asked, SPEAKING } from '../events/store.ts'

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
