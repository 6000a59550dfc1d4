-- An upload stores many calls in one statement: their days are marked by one statement too.
create function mark_statistics_of_new_calls() returns trigger language plpgsql as $$
begin
  insert into statistics_change (area, at, subject_id, subject_key)
    select 'calls', started_at, customer_id, case when customer_id is null then phone_key end from added;
  return null;
end
$$;
drop trigger call_statistics_inserted on call;
create trigger call_statistics_inserted after insert on call
  referencing new table as added for each statement execute function mark_statistics_of_new_calls();

-- Plans a run of the account's lane of this kind, which has the key 'all'. Once in a transaction, also when a run that sees its
-- changes is planned already.
create function enqueue_run(account integer, wanted_kind text) returns void language plpgsql as $$
declare
  mark text := pg_current_xact_id()::text || ':' || account;
  setting text := 'app.' || replace(wanted_kind, '-', '_') || '_enqueued';
begin
  if current_setting(setting, true) is not distinct from mark then
    return;
  end if;
  perform set_config(setting, mark, true);
  -- Transactions of one account must not wait for each other here: a run that is more than a second away sees this change.
  -- One that commits later than that is found by the run after it (platform/statistics/lane.ts).
  if exists (
    select from lane where account_id = account and kind = wanted_kind and key = 'all'
      and next_at > clock_timestamp() + interval '1 second'
      and (held_until is null or held_until <= clock_timestamp())
  ) then
    return;
  end if;
  insert into lane (account_id, kind, key, endpoint, next_at)
    values (account, wanted_kind, 'all', wanted_kind, now() + interval '1 second')
    on conflict (account_id, kind, key) do update
      set wanted = lane.wanted + 1, next_at = coalesce(lane.next_at, now() + interval '1 second');
end
$$;

create or replace function enqueue_statistics() returns trigger language plpgsql as $$
begin
  perform enqueue_run(new.account_id, 'statistics');
  return null;
end
$$;

create or replace function enqueue_payment_days() returns trigger language plpgsql as $$
begin
  perform enqueue_run(new.account_id, 'payment-days');
  return null;
end
$$;
