// Isolation of accounts, checked in PostgreSQL's catalog: a table without it fails here.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
let client: pg.Client
beforeAll(async () => {
  system = await startSystem()
  client = new pg.Client({ connectionString: system.databaseUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await system.close()
})

const rows = async (text: string): Promise<Record<string, unknown>[]> => (await client.query(text)).rows

/** account is keyed by its own id; account_host is the directory that is read before the account is known. */
const KEYED_OTHERWISE = ['account', 'account_host']

it('[E-02] has row-level security on every table, forced for the owner too', async () => {
  expect(
    await rows(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)`,
    ),
  ).toEqual([])
})

it('[D-145] has no partitioned table', async () => {
  expect(
    await rows(`select relname from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace`),
  ).toEqual([])
})

it('[E-02] has a policy on every table that compares the account, for reads and writes', async () => {
  const missing = await rows(`
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not exists (
      select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*' and p.polpermissive
        and pg_get_expr(p.polqual, c.oid) ~ '= current_account\\(\\)' and pg_get_expr(p.polwithcheck, c.oid) ~ '= current_account\\(\\)')`)
  expect(missing).toEqual([])
})

it('[E-02] has no other policy, except for the host directory, for claiming lanes, for counting and for migrations', async () => {
  const others = await rows(
    `select c.relname || ': ' || p.polname as policy from pg_policy p join pg_class c on c.oid = p.polrelid where p.polname <> 'own_account' order by 1`,
  )
  expect(others.map(({ policy }) => policy)).toEqual([
    'account_gate: directory',
    'account_host: directory',
    'account_move: migrations',
    'lane: claims',
    'payment_operation: counts',
  ])
})

it('[E-02] gives the app a role that owns nothing, cannot bypass row-level security and creates no tables', async () => {
  const [role] = await rows(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user`,
  )
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false })
  expect(
    await rows(
      `select relname from pg_class where pg_has_role(current_user, relowner, 'member') and relnamespace not in (select oid from pg_namespace where nspname like 'pg_%')`,
    ),
  ).toEqual([])
  await expect(client.query('create table loophole (id int)')).rejects.toThrow('permission denied')
})

it('[E-02] starts every unique and foreign key with the account', async () => {
  const keys = await rows(`
    select c.relname, x.conname, (select attname from pg_attribute where attrelid = c.oid and attnum = x.conkey[1]) as first
    from pg_constraint x join pg_class c on c.oid = x.conrelid
    where x.contype in ('p', 'u', 'f') and c.relnamespace = 'public'::regnamespace`)
  expect(
    keys.filter(({ relname, first }) => first !== 'account_id' && !KEYED_OTHERWISE.includes(String(relname))),
  ).toEqual([])
  const indexes = await rows(`
    select c.relname as index, t.relname as "table", (select attname from pg_attribute where attrelid = t.oid and attnum = i.indkey[0]) as first
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where i.indisunique and t.relnamespace = 'public'::regnamespace`)
  expect(
    indexes.filter(({ table, first }) => first !== 'account_id' && !KEYED_OTHERWISE.includes(String(table))),
  ).toEqual([])
})

it('[E-02] has no foreign key from one account to another', async () => {
  const loose = await rows(`
    select c.relname, x.conname from pg_constraint x join pg_class c on c.oid = x.conrelid join pg_class t on t.oid = x.confrelid
    where x.contype = 'f' and c.relnamespace = 'public'::regnamespace and t.relname <> 'account'
      and not exists (select from pg_attribute a where a.attrelid = t.oid and a.attnum = x.confkey[1] and a.attname = 'account_id')`)
  expect(loose).toEqual([])
})

it('[E-02] has no view that bypasses row-level security, and functions that do, which return keys and counts only, or erase a closed account or expired logs', async () => {
  expect(
    await rows(
      `select relname from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace and not coalesce(reloptions::text ~ 'security_invoker=(true|on)', false)`,
    ),
  ).toEqual([])
  const definers = await rows(
    `select distinct proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
  )
  expect(definers.map(({ proname }) => proname)).toEqual([
    ...['claim_lanes', 'count_backlog'],
    // Row-level security binds the owner too: these see the account of the transaction alone.
    ...['delete_expired', 'erase_account_rows', 'erase_closed_account'],
  ])
})

it('forbids updates and deletes in the Action Log', async () => {
  const grants = await rows(
    `select privilege_type from information_schema.role_table_grants where table_name = 'action_log' and grantee = 'patchbay_app' order by 1`,
  )
  expect(grants.map(({ privilege_type }) => privilege_type)).toEqual(['INSERT', 'SELECT'])
  await expect(client.query('delete from action_log')).rejects.toThrow('permission denied')
  await expect(client.query(`update action_log set actor = 'nobody'`)).rejects.toThrow('permission denied')
})

it('[E-02] shows no rows without an account, and none of another account', async () => {
  await system.fern.api.post('/api/v5/integration-modules/walled/edit', { integrationModule: { code: 'walled' } })
  const count = `select count(*)::int as count from integration_module`
  expect(await rows(count)).toEqual([{ count: 0 }])
  const inAccountOf = async (accountId: number) => {
    await client.query(`begin; set local app.account = '${accountId}'`)
    const found = await rows(count)
    await client.query('commit')
    return found
  }
  expect(await inAccountOf(system.fern.accountId)).toEqual([{ count: 1 }])
  expect(await inAccountOf(system.kettle.accountId)).toEqual([{ count: 0 }])
  // The setting ends with its transaction.
  expect(await rows(count)).toEqual([{ count: 0 }])
  await client.query(`begin; set local app.account = '${system.kettle.accountId}'`)
  await expect(
    client.query(`insert into shop (account_id, code, name, url) values (${system.fern.accountId}, 'x', 'x', 'x')`),
  ).rejects.toThrow('row-level security')
  await client.query('rollback')
})
