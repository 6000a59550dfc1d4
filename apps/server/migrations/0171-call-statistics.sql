-- Calls by day, in the time zone of the account: of all, and of each manager, shop, external number and module.
create table call_statistics (
  account_id integer not null default current_account() references account,
  dimension text not null check (dimension in ('all', 'user', 'shop', 'number', 'module')),
  day date not null,
  value text not null, -- an id or the number; empty for 'all'
  incoming integer not null,
  answered integer not null,
  missed integer not null,
  returned integer not null, -- of the missed ones
  first_contacts integer not null, -- incoming calls of customers who had no call before
  outgoing integer not null,
  outgoing_answered integer not null,
  talk_seconds bigint not null,
  incoming_by_hour integer[] not null, -- 24
  missed_by_hour integer[] not null,
  answered_waits integer[] not null, -- histograms: how many took how long (packages/contract/src/platform/histograms.ts)
  missed_waits integer[] not null,
  return_times integer[] not null,
  primary key (account_id, dimension, day, value)
);
call protect('call_statistics');

-- The share of calls that are answered within so many seconds is the service level.
alter table account add service_level_seconds integer not null default 20
  check (service_level_seconds in (5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300));

create function mark_call_statistics() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into statistics_change (area, at, subject_id, subject_key)
      values ('calls', old.started_at, old.customer_id, case when old.customer_id is null then old.phone_key end);
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and (old.started_at, old.customer_id, old.phone_key)
      is distinct from (new.started_at, new.customer_id, new.phone_key)) then
    insert into statistics_change (area, at, subject_id, subject_key)
      values ('calls', new.started_at, new.customer_id, case when new.customer_id is null then new.phone_key end);
  end if;
  return null;
end
$$;
create trigger call_statistics_inserted after insert on call for each row execute function mark_call_statistics();
create trigger call_statistics_deleted after delete on call for each row execute function mark_call_statistics();
create trigger call_statistics_updated after update on call for each row when (
  (old.started_at, old.customer_id, old.phone_key, old.direction, old.result, old.missed, old.answered_at, old.ended_at,
    old.duration, old.duration_waiting, old.user_id, old.shop_id, old.external_phone, old.module_id)
  is distinct from
  (new.started_at, new.customer_id, new.phone_key, new.direction, new.result, new.missed, new.answered_at, new.ended_at,
    new.duration, new.duration_waiting, new.user_id, new.shop_id, new.external_phone, new.module_id)
) execute function mark_call_statistics();
