-- What was there before: a worker computes every day of it. The same when an account moves to another time zone.
create function mark_all_statistics_stale() returns void language plpgsql as $$
begin
  perform mark_statistics_stale('calls', (select min(started_at) from call) - interval '1 day',
    (select max(started_at) from call) + interval '1 day');
  perform mark_statistics_stale('payments', least(
    (select min(created_at) from invoice), (select min(paid_at) from invoice where paid_at is not null),
    (select min(at) from invoice_history where to_status = 'waitingForCapture'),
    (select min(created_at) from invoice_refund where status = 'succeeded')) - interval '1 day', now() + interval '1 day');
  perform mark_statistics_stale('chats', least((select min(opened_at) from chat_period),
    (select min(created_at) from reaction where user_id is null)) - interval '1 day', now() + interval '1 day');
end
$$;

create function mark_statistics_of_timezone() returns trigger language plpgsql as $$
begin
  perform mark_all_statistics_stale();
  return null;
end
$$;
create trigger statistics_of_timezone after update of timezone on account for each row
  when (old.timezone is distinct from new.timezone) execute function mark_statistics_of_timezone();

-- A conversation that was closed and opened again before this release counts as one from its beginning. Since 0173 triggers record what
-- the release before writes meanwhile.
do $$
declare
  account integer;
begin
  for account in select distinct account_id from account_host loop
    perform set_config('app.account', account::text, true);
    insert into chat_period (chat_id, opened_at, closed_at, closed_by)
      select id, created_at, case when state = 'closed' then greatest(created_at, coalesce(state_at, created_at)) end,
        case when state = 'closed' then state_by end
      from chat where not exists (select from chat_period p where p.chat_id = chat.id and p.closed_at is not null)
      on conflict (account_id, chat_id) where closed_at is null do update set opened_at = excluded.opened_at;
    -- Closed while that ran.
    update chat_period p set closed_at = greatest(p.opened_at, coalesce(c.state_at, now())), closed_by = c.state_by
      from chat c where c.id = p.chat_id and c.state = 'closed' and p.closed_at is null;
    perform mark_all_statistics_stale();
  end loop;
  perform set_config('app.account', '', true);
end
$$;
