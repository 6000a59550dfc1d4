-- Figures of reports are kept by day. A change of a call, an invoice or a chat marks its day as stale in the same transaction,
-- and a worker computes the day again from the rows themselves (docs/decisions/statistics.md).
create table statistics_change (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  area text not null check (area in ('calls', 'payments', 'chats')),
  at timestamptz, -- a moment of the day that is stale
  subject_id bigint, -- what else it concerns: the customer of a call, the order of an invoice, the chat of a message
  subject_key text, -- the number of a call whose caller is unknown
  primary key (account_id, id)
);
call protect('statistics_change', 'select, insert, delete');

-- At the commit, so that no lock on the lane is held while the transaction does something else. A second later: what happens
-- in the meantime is computed with it.
create function enqueue_statistics() returns trigger language plpgsql as $$
declare
  xact text := pg_current_xact_id()::text;
begin
  if current_setting('app.statistics_enqueued', true) is distinct from xact || ':' || new.account_id then
    -- Transactions of one account must not wait for each other here: a run that is more than a second away sees this change.
    -- One that commits later than that is found by the run after it (platform/statistics/lane.ts).
    if exists (
      select from lane where account_id = new.account_id and kind = 'statistics' and key = 'all'
        and next_at > clock_timestamp() + interval '1 second'
        and (held_until is null or held_until <= clock_timestamp())
    ) then
      return null;
    end if;
    insert into lane (account_id, kind, key, endpoint, next_at)
      values (new.account_id, 'statistics', 'all', 'statistics', now() + interval '1 second')
      on conflict (account_id, kind, key) do update
        set wanted = lane.wanted + 1, next_at = coalesce(lane.next_at, now() + interval '1 second');
    perform set_config('app.statistics_enqueued', xact || ':' || new.account_id, true);
  end if;
  return null;
end
$$;
create constraint trigger enqueue_statistics after insert on statistics_change
  deferrable initially deferred for each row execute function enqueue_statistics();

-- Every day of a period: a step of twelve hours skips none, also where the clock changes.
create function mark_statistics_stale(stale_area text, from_time timestamptz, to_time timestamptz) returns void
  language sql as $$
  insert into statistics_change (area, at)
  select stale_area, at from generate_series(from_time, to_time + interval '12 hours', interval '12 hours') at
  where from_time is not null;
$$;
