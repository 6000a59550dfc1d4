// Calls by the million: without triggers, and with the indexes built afterwards.
import pg from 'pg'

/** Known to the CRM or not, all callers call about twenty times. */
const CALLS_OF_CALLER = 20

const callersOf = (calls: number): number => Math.ceil(calls / CALLS_OF_CALLER)

/** Three of four callers are customers. Spread over the last 90 days, the managers, shops and numbers; a fifth is missed. */
const CALLS = `
  with module as (select id from integration_module where account_id = $1 and code = 'bulk-exchange'),
  users as (select array_agg(id order by id) as ids from app_user where account_id = $1),
  shops as (select array_agg(id order by id) as ids from shop where account_id = $1),
  customers as (select min(id) as first from customer where account_id = $1)
  insert into call (account_id, module_id, direction, phone, phone_key, customer_id, user_id, shop_id, external_phone, state,
      result, missed, started_at, duration, duration_waiting)
    select $1, module.id, case when n % 10 = 0 then 'out' else 'in' end, '1', '+1' || 2000000000 + caller,
      case when caller % 4 > 0 then customers.first + caller end,
      case when n % 5 <> 1 then users.ids[1 + n % array_length(users.ids, 1)] end,
      shops.ids[1 + n % array_length(shops.ids, 1)], '+493000' || n % 4, 'ended',
      case when n % 5 = 1 then 'no answer' else 'answered' end, n % 5 = 1,
      now() - (1 - n::double precision / $2) * interval '89 days', n % 300, n % 200
    from (select n, (n * 7919 + n / $3) % $3 as caller from generate_series($4::bigint, $5::bigint) n) n, module, users, shops, customers`

/** Connections that write at the same time. */
const WRITERS = 4

const inTurn = async <T>(
  writers: readonly pg.Client[],
  items: readonly T[],
  work: (w: pg.Client, item: T) => unknown,
) => {
  const left = [...items]
  await Promise.all(
    writers.map(async (writer) => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(writer, item)
    }),
  )
}

const withoutIndexes = async (
  admin: pg.Client,
  writers: readonly pg.Client[],
  table: string,
  fill: () => Promise<unknown>,
): Promise<void> => {
  const { rows } = await admin.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  )
  for (const { name } of rows) await admin.query(`drop index ${name}`)
  await fill()
  await inTurn(writers, rows, (writer, { definition }) => writer.query(definition))
}

type Account = { accountId: number; calls: number }

const insertCallers = async (admin: pg.Client, { accountId, calls }: Account): Promise<void> => {
  await admin.query(
    `insert into integration_module (account_id, code, integration_code, name, signing_secret, active)
     values ($1, 'bulk-exchange', 'bulk-exchange', 'The exchange of the bulk calls', '', true)`,
    [accountId],
  )
  const callers = [accountId, callersOf(calls)]
  await admin.query('insert into customer (account_id) select $1 from generate_series(1, $2::integer)', callers)
}

/** Without triggers: ten million changes would be marked one by one. All days are marked afterwards. */
export const insertBulkCalls = async (admin: pg.Client, url: string, accounts: readonly Account[]): Promise<void> => {
  const writers = Array.from({ length: WRITERS }, () => new pg.Client({ connectionString: url }))
  for (const client of [admin, ...writers]) {
    if (client !== admin) await client.connect()
    await client.query('set session_replication_role = replica')
    await client.query(`set maintenance_work_mem = '512MB'`)
  }
  for (const account of accounts) await insertCallers(admin, account)
  const shares = accounts.flatMap(({ accountId, calls }) =>
    Array.from({ length: WRITERS }, (_, place) => {
      const at = (share: number) => Math.round((calls * share) / WRITERS)
      return [accountId, calls, callersOf(calls), at(place), at(place + 1) - 1]
    }),
  )
  await withoutIndexes(admin, writers, 'call', () =>
    inTurn(writers, shares, (writer, share) => writer.query(CALLS, share)),
  )
  for (const writer of writers) await writer.end()
  await admin.query('set session_replication_role = origin')
  for (const { accountId } of accounts) {
    await admin.query(`select set_config('app.account', $1, false)`, [String(accountId)])
    await admin.query('select mark_all_statistics_stale()')
  }
}

/** More of them, with all indexes in place. */
export const addBulkCalls = async (admin: pg.Client, accountId: number, calls: number): Promise<void> => {
  await admin.query('set session_replication_role = replica')
  await admin.query(CALLS, [accountId, calls, callersOf(calls), 0, calls - 1])
  await admin.query('set session_replication_role = origin')
}
