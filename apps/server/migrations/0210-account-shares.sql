-- A worker gives one account at most a share of its lanes (D-158). The older form of claim_lanes stays for servers of the
-- release before, which run while this one is rolled out.
create function claim_lanes(kinds text[], most integer, per_endpoint integer, full_endpoints text[], lease interval,
    per_account integer, accounts integer[], held integer[])
  returns table (account_id integer, kind text, key text, endpoint text, wanted bigint, fence bigint, failures integer, failing_since timestamptz)
  language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
#variable_conflict use_column
declare
  full_accounts integer[] := array(
    select account from unnest(accounts, held) as busy (account, lanes) where lanes >= per_account);
begin
  return query
  with due as (
    select lane.account_id, lane.kind, lane.key, lane.next_at,
      row_number() over (partition by lane.account_id, lane.endpoint order by lane.next_at) as place,
      row_number() over (partition by lane.account_id order by lane.next_at) + coalesce(lanes, 0) as place_of_account
    from (
      select * from lane
      where next_at <= now() and lane.kind = any(kinds) and lane.account_id || '/' || lane.endpoint <> all(full_endpoints)
        and lane.account_id <> all(full_accounts)
        and not exists (select from cell.account_gate gate where gate.account_id = lane.account_id)
      order by next_at limit most * 4
    ) lane
    left join unnest(accounts, held) as busy (account, lanes) on account = lane.account_id
  ), claimed as (
    select lane.account_id, lane.kind, lane.key from lane
    join (
      select * from due where place <= per_endpoint and place_of_account <= per_account order by next_at limit most
    ) due using (account_id, kind, key)
    where lane.next_at <= now()
    for update of lane skip locked
  )
  update lane set next_at = now() + lease, held_until = now() + lease, fence = lane.fence + 1
  from claimed
  where lane.account_id = claimed.account_id and lane.kind = claimed.kind and lane.key = claimed.key
  returning lane.account_id, lane.kind, lane.key, lane.endpoint, lane.wanted, lane.fence, lane.failures, lane.failing_since;
end
$$;
revoke all on function claim_lanes(text[], integer, integer, text[], interval, integer, integer[], integer[]) from public;
grant execute on function claim_lanes(text[], integer, integer, text[], interval, integer, integer[], integer[]) to patchbay_app;

-- What the operator lets an account have (D-158): requests a second over all its keys and people, megabytes of files.
alter table account add column quotas jsonb not null default '{}';
