-- Cells: installations among which accounts are moved (docs/guides/scale.md). This is the state of a cell and of moves,
-- not data of accounts, so it has a schema of its own: what copies, exports or erases an account does not see it.
create schema cell;
grant usage on schema cell to patchbay_app;

-- What this cell is called, and a digest of its SECRET_KEY: sealed secrets can be moved only between equal keys.
create table cell.installation (
  single boolean primary key default true check (single),
  name text not null,
  key_digest bytea not null
);
grant select on cell.installation to patchbay_app;

-- An account with a row here is closed, or about to be. Everybody may read it, nobody but the role for moves writes it.
--   coming    a move brings it here; it is not open yet
--   draining  it is still open, but its lanes are not claimed any more
--   frozen    every transaction is refused while it is copied
--   gone      it lives in another cell
create table cell.account_gate (
  account_id integer primary key,
  state text not null check (state in ('coming', 'draining', 'frozen', 'gone')),
  move_id uuid not null,
  was_gone boolean not null default false, -- the account had left this cell before it came again
  hosts text[] not null default '{}', -- of an account that is gone: its host names
  to_cell text,
  since timestamptz not null default now()
);
alter table cell.account_gate enable row level security;
alter table cell.account_gate force row level security;
create policy directory on cell.account_gate for select using (true);
grant select on cell.account_gate to patchbay_app;

-- Moves out of this cell. The row in the state 'decided' is the one decision: before it the account belongs here.
create table cell.account_move (
  account_id integer not null,
  id uuid not null,
  to_cell text not null,
  hosts text[] not null,
  state text not null check (state in ('planned', 'draining', 'frozen', 'copied', 'verified', 'decided', 'opened', 'done', 'aborted')),
  started_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  frozen_at timestamptz,
  opened_at timestamptz,
  primary key (account_id, id)
);
create unique index one_move on cell.account_move (account_id) where state not in ('done', 'aborted');
alter table cell.account_move enable row level security;
alter table cell.account_move force row level security;

create function cell.refuse_account(state text) returns boolean language plpgsql as $$
begin
  if state = 'gone' then raise exception 'the account was moved to another cell' using errcode = 'PB421'; end if;
  raise exception 'the account is being moved' using errcode = 'PB503';
end
$$;

-- As in 0016, without the lanes of accounts that are closed or about to be.
create or replace function claim_lanes(kinds text[], most integer, per_endpoint integer, full_endpoints text[], lease interval)
  returns table (account_id integer, kind text, key text, endpoint text, wanted bigint, fence bigint, failures integer, failing_since timestamptz)
  language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
#variable_conflict use_column
begin
  return query
  with due as (
    select lane.account_id, lane.kind, lane.key, lane.next_at,
      row_number() over (partition by lane.account_id, lane.endpoint order by lane.next_at) as place
    from (
      select * from lane
      where next_at <= now() and lane.kind = any(kinds) and lane.account_id || '/' || lane.endpoint <> all(full_endpoints)
        and not exists (select from cell.account_gate gate where gate.account_id = lane.account_id)
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
end
$$;
