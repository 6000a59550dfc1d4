-- D-144: how long an account keeps what grows for ever. Without a row the default of the kind applies
-- (packages/contract/src/platform/retention-constants.ts).
create table retention (
  account_id integer not null default current_account() references account,
  kind text not null check (
    kind in ('calls', 'messages', 'timeline', 'action-log', 'traffic', 'webhooks', 'payment-reports')),
  keep_days integer, -- null: for ever
  deleted_to timestamptz, -- nothing before is kept: reports of those days are not computed again
  primary key (account_id, kind),
  check (keep_days between (case kind when 'calls' then 30 when 'messages' then 30 when 'timeline' then 30 when 'action-log' then 365
    when 'traffic' then 1 when 'webhooks' then 7 when 'payment-reports' then 730 end) and 36500)
);
call protect('retention', 'select, insert, update');

-- The app's role may not delete from these logs. This function deletes what every account may delete: rows that are older than
-- the least that can be kept, and none while a legal hold lasts. It walks the rows in the order of their ids, which is the
-- order in which they were recorded; returns where it stopped (null: no old row came after after_id) and how many rows went.
create function delete_expired(target text, before timestamptz, after_id bigint, most integer)
  returns table (last_id bigint, gone integer)
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  least integer := case target when 'timeline' then 30 when 'action_log' then 365 when 'invoice_inbox' then 730 end;
  -- A report that a person still has to judge stays, and so do those of an invoice that is still open.
  unless text := case target when 'invoice_inbox' then
    'and not exists (select from discrepancy d where d.account_id = t.account_id and d.invoice_id = t.invoice_id and d.resolved_at is null)
     and not exists (select from invoice i where i.account_id = t.account_id and i.id = t.invoice_id
       and i.status in (''pending'', ''waitingForCapture''))' else '' end;
begin
  if least is null then
    raise exception 'rows of % do not expire', target;
  end if;
  if before > now() - make_interval(days => least) then
    raise exception 'rows of % are kept for at least % days', target, least;
  end if;
  if exists (select from account_closing where account_id = current_account() and held_because is not null) then
    raise exception 'account % is held: nothing is deleted', current_account();
  end if;
  return query execute format('
    with walked as (
      select id, at from public.%1$I where account_id = current_account() and id > $1 order by id limit $3
    ), deleted as (
      delete from public.%1$I t using walked
      where t.account_id = current_account() and t.id = walked.id and walked.at < $2 %2$s returning 1
    )
    select (select max(id) from walked where at < $2), (select count(*) from deleted)::integer', target, unless)
  using after_id, before, most;
end
$$;
revoke execute on function delete_expired(text, timestamptz, bigint, integer) from public;
grant execute on function delete_expired(text, timestamptz, bigint, integer) to patchbay_app;

-- What retention deletes changes no figure: the days before deleted_to stay as they were computed.
create or replace function mark_call_statistics() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from retention where account_id = old.account_id and kind = 'calls' and deleted_to > old.started_at
  ) then
    return null;
  end if;
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

create or replace function mark_chat_statistics() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'chat_period' then
    insert into statistics_change (area, at) values ('chats', new.opened_at), ('chats', coalesce(new.closed_at, new.opened_at));
  elsif tg_table_name = 'message' then
    insert into statistics_change (area, at, subject_id) values ('chats', new.created_at, new.chat_id);
  elsif tg_op = 'DELETE' then
    insert into statistics_change (area, at)
      select 'chats', old.created_at where not exists (
        select from retention where account_id = old.account_id and kind = 'messages' and deleted_to > old.created_at);
  else
    insert into statistics_change (area, at) values ('chats', new.created_at);
  end if;
  return null;
end
$$;
