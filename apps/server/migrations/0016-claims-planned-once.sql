-- The same claim of lanes as before, but planned once a connection: PostgreSQL plans a function written in SQL anew at
-- each call, which cost as much as the claim. What it does and why stands at its first form (0001-house.sql).

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
