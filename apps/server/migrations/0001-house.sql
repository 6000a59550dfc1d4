-- The foundation: accounts and the wall between them, people, API keys, modules, lanes, and the two logs.
--
-- Every row belongs to an account. account_id leads every key, defaults to the account of the transaction, and row-level
-- security compares it with that account, so a store never mentions it and cannot forget it.

create function current_account() returns integer
  language sql stable parallel safe
  return nullif(current_setting('app.account', true), '')::integer;

-- What each new table is given: row-level security that binds the owner too, one policy, and rights for the app's role.
create procedure protect(target regclass, rights text default 'select, insert, update, delete')
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy own_account on %s using (account_id = current_account()) with check (account_id = current_account())', target);
  execute format('grant %s on %s to patchbay_app', rights, target);
end
$$;

create table account (
  id integer generated always as identity primary key,
  name text not null,
  public_url text not null,
  country char(2) not null default 'US',
  timezone text not null default 'UTC',
  locale text not null default 'en',
  currency char(3) not null default 'USD',
  limits jsonb not null default '{}',
  created_at timestamptz not null default now()
);
alter table account enable row level security;
alter table account force row level security;
create policy own_account on account using (id = current_account()) with check (id = current_account());
grant select, insert, update on account to patchbay_app;
grant usage on sequence account_id_seq to patchbay_app;

-- The directory: which account lives at which host name. It is read before the account is known, so everybody may read
-- it; it holds nothing else. (D-08)
create table account_host (
  host text primary key,
  account_id integer not null references account
);
create index on account_host (account_id);
alter table account_host enable row level security;
alter table account_host force row level security;
create policy directory on account_host for select using (true);
create policy own_account on account_host using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on account_host to patchbay_app;

create table app_user (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  email text not null,
  email_key text not null,
  first_name text not null default '',
  last_name text not null default '',
  role text not null check (role in ('admin', 'manager')),
  active boolean not null default true,
  password_hash text,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, email_key)
);
call protect('app_user');

create table session (
  account_id integer not null default current_account(),
  token_hash bytea not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (account_id, token_hash),
  foreign key (account_id, user_id) references app_user on delete cascade
);
create index on session (account_id, user_id);
call protect('session');

-- Links sent by e-mail: an invitation, or a way back in.
create table user_link (
  account_id integer not null default current_account(),
  token_hash bytea not null,
  user_id bigint not null,
  expires_at timestamptz not null,
  primary key (account_id, token_hash),
  foreign key (account_id, user_id) references app_user on delete cascade
);
create index on user_link (account_id, user_id);
call protect('user_link');

create table shop (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  code text not null,
  name text not null,
  url text not null,
  primary key (account_id, id),
  unique (account_id, code)
);
call protect('shop');

create table api_key (
  account_id integer not null default current_account() references account,
  id text not null,
  secret_hash bytea not null,
  name text not null,
  scopes text[] not null,
  sites text[], -- null: every shop
  module_code text, -- the only module that this key may edit; null: any
  granted_scopes text[], -- set for a key of a one-step connection: what its module may ask for (D-14)
  created_by bigint,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, created_by) references app_user
);
call protect('api_key');

create table integration_module (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  code text not null,
  integration_code text not null,
  active boolean not null default true,
  frozen boolean not null default false,
  name text not null,
  logo text,
  client_id text,
  base_url text,
  account_url text,
  actions jsonb not null default '{}',
  available_countries text[] not null default '{}',
  integrations jsonb not null default '{}',
  api_key_id text, -- the key that registered it last
  signing_secret bytea not null, -- sealed
  old_signing_secret bytea, -- sealed; signs beside the new one until the time below
  old_secret_until timestamptz,
  transport_token bytea, -- sealed
  transport_token_hash bytea,
  state_version bigint not null default 0, -- raised by each change that the module has to be told (D-13)
  told_version bigint not null default 0,
  removed_at timestamptz, -- deleted by a user; the row stays, since calls and invoices point at it (D-15)
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, code),
  unique (account_id, transport_token_hash)
);
create index on integration_module (account_id, api_key_id);
call protect('integration_module');

-- A lane is a thing that one worker at a time serves, in order: the deliveries of one chat to one endpoint, the state
-- of one module. Its next_at is when it is due; while a worker holds it, next_at is the end of the worker's lease, so
-- a killed worker's lane comes due by itself. The fence makes a worker that lost its lease unable to finish.
create table lane (
  account_id integer not null default current_account() references account,
  kind text not null,
  key text not null,
  endpoint text not null, -- whose window of concurrent requests it uses
  wanted bigint not null default 1, -- raised by each wake: one that comes while the lane is served is not lost
  next_at timestamptz default now(), -- null: nothing to do
  held_until timestamptz, -- while a worker serves it
  fence bigint not null default 0,
  failures integer not null default 0, -- in a row
  failing_since timestamptz,
  primary key (account_id, kind, key)
);
create index lane_due on lane (next_at) where next_at is not null;
call protect('lane');

-- Workers look for due lanes of all accounts: the one place that sees over the wall, and it gives out keys only. The
-- function runs as its owner, whom a policy of its own lets through; the app's role has no such policy.
create policy claims on lane to current_user using (true);
--
-- An endpoint gets at most so many lanes at a time, and those that the caller knows to be full get none: one that hangs
-- never fills a worker.
create function claim_lanes(kinds text[], most integer, per_endpoint integer, full_endpoints text[], lease interval)
  returns table (account_id integer, kind text, key text, endpoint text, wanted bigint, fence bigint, failures integer, failing_since timestamptz)
  language sql volatile security definer set search_path = pg_catalog, public
begin atomic
  with due as (
    select lane.account_id, lane.kind, lane.key, lane.next_at,
      row_number() over (partition by lane.account_id, lane.endpoint order by lane.next_at) as place
    from (
      select * from lane
      where next_at <= now() and lane.kind = any(kinds) and lane.account_id || '/' || lane.endpoint <> all(full_endpoints)
      order by next_at limit most * 4
    ) lane
  ), claimed as (
    select lane.account_id, lane.kind, lane.key from lane
    join (select * from due where place <= per_endpoint order by next_at limit most) due using (account_id, kind, key)
    where lane.next_at <= now()
    for update of lane skip locked
  )
  update lane set next_at = now() + lease, held_until = now() + lease, fence = lane.fence + 1
  from claimed
  where lane.account_id = claimed.account_id and lane.kind = claimed.kind and lane.key = claimed.key
  returning lane.account_id, lane.kind, lane.key, lane.endpoint, lane.wanted, lane.fence, lane.failures, lane.failing_since;
end;
revoke all on function claim_lanes from public;
grant execute on function claim_lanes to patchbay_app;

-- Every request to and from a module, with its verdict. A log: facts live in the tables of their slices.
create table traffic (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  direction text not null check (direction in ('in', 'out')),
  module_code text,
  method text not null,
  url text not null,
  status integer,
  duration_ms integer not null,
  ok boolean not null,
  verdict text not null,
  request text,
  answer text,
  primary key (account_id, id)
);
create index on traffic (account_id, module_code, id desc);
create index on traffic (account_id, at);
call protect('traffic', 'select, insert, delete');

-- Append only: the app's role may neither change nor delete a record.
create table action_log (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  record_type text not null,
  actor text not null,
  action text not null,
  subject text not null default '',
  detail jsonb not null default '{}',
  primary key (account_id, id)
);
create index on action_log (account_id, record_type, id desc);
call protect('action_log', 'select, insert');
