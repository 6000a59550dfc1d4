import pg from 'pg'

// The exchange's own schema. Kamailio writes `location` and reads `credentials`; everything else is the module's.

const TABLES = `
  create table if not exists version (
    id serial primary key, table_name varchar(32) not null unique, table_version integer not null default 0);
  insert into version (table_name, table_version) values ('version', 1), ('location', 9) on conflict do nothing;
  create table if not exists location (
    id serial primary key, ruid varchar(64) not null default '' unique, username varchar(64) not null default '',
    domain varchar(64), contact varchar(512) not null default '', received varchar(128), path varchar(512),
    expires timestamp not null default '2030-05-28 21:32:15', q real not null default 1.0,
    callid varchar(255) not null default '', cseq integer not null default 1,
    last_modified timestamp not null default '2000-01-01', flags integer not null default 0,
    cflags integer not null default 0, user_agent varchar(255) not null default '', socket varchar(64),
    methods integer, instance varchar(255), reg_id integer not null default 0, server_id integer not null default 0,
    connection_id integer not null default 0, keepalive integer not null default 0,
    partition integer not null default 0);
  create index if not exists location_contact on location (username, contact);
  create table if not exists credential (
    username varchar(64) primary key, extension varchar(32) not null, ha1 varchar(64) not null,
    expires_at timestamptz);
  create or replace view credentials as
    select username, ''::varchar(64) as domain, ha1, extension from credential
    where expires_at is null or expires_at > now();
  create table if not exists extension (
    code varchar(32) primary key, user_id varchar(32), status varchar(16) not null default 'free',
    set_busy boolean not null default false);
  create table if not exists line (external_phone varchar(64) primary key, site_code varchar(64) not null);
  create table if not exists call (
    id uuid primary key, state jsonb not null, ended boolean not null default false,
    created_at timestamptz not null default now());
  create index if not exists call_open on call (id) where not ended;
  create table if not exists outbox_message (
    id bigserial primary key, key uuid not null default gen_random_uuid(), lane varchar(64) not null,
    body jsonb not null, sent_at timestamptz, refused text);
  create index if not exists outbox_message_pending on outbox_message (lane, id) where sent_at is null;
  create table if not exists softphone_session (
    token_hash varchar(64) primary key, kind varchar(16) not null, extension varchar(32) not null,
    user_id varchar(32) not null, username varchar(64), expires_at timestamptz not null);
  create table if not exists setup_done (done boolean primary key);
`

export const SCHEMA = 'exchange'

export type Database = pg.Pool

/** Connects, and creates what is missing. Two starts at once do not disturb one another. */
export const openDatabase = async (url: string): Promise<Database> => {
  const pool = new pg.Pool({ connectionString: url, max: 6, options: `-c search_path=${SCHEMA}` })
  // An idle connection that is lost is replaced by the next query.
  pool.on('error', () => {})
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('patchbay-exchange'))")
    await client.query(`create schema if not exists ${SCHEMA}`)
    await client.query(TABLES)
    await client.query('commit')
  } finally {
    client.release()
  }
  return pool
}

export const inTransaction = async <T>(db: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await db.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
