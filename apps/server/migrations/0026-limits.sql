-- When each clean-up job last ran: one that finds the clock far from there deletes nothing.
create table clean_up_run (
  account_id integer not null default current_account() references account,
  job text not null,
  ran_at timestamptz not null,
  held_until timestamptz, -- after a jump of the clock
  primary key (account_id, job)
);
call protect('clean_up_run', 'select, insert, update');

-- Errors of ours in a row, of a lane that a worker could not serve. After too many the lane is given up until new work comes.
alter table lane add errors integer not null default 0, add error_code text, add error_at timestamptz,
  add given_up_at timestamptz;
create index lane_errors on lane (account_id, endpoint) where error_code is not null;

-- Refused requests are logged by sample: how many requests a row stands for.
alter table traffic add requests integer not null default 1;

-- What the traffic log of a day holds. Beyond the daily limit requests are only counted.
create table traffic_day (
  account_id integer not null default current_account() references account,
  day date not null,
  bytes bigint not null default 0,
  unlogged bigint not null default 0,
  primary key (account_id, day)
);
call protect('traffic_day');

-- Counts for the metrics, over all accounts. Numbers only: the function runs as its owner, whom a policy of its own lets
-- read the operations, as `claims` does for lanes.
create policy counts on payment_operation for select to current_user using (true);
create index operation_needs_human on payment_operation (state) where state = 'needs_human';
create function count_backlog()
  returns table (what text, kind text, count bigint)
  language sql stable security definer set search_path = pg_catalog, public
begin atomic
  select 'lanes-ready', kind, count(*) from lane where next_at <= now() group by kind
  union all
  select 'lanes-given-up', kind, count(*) from lane where given_up_at is not null and error_code is not null group by kind
  union all
  select 'operations-need-person', '', count(*) from payment_operation where state = 'needs_human';
end;
revoke all on function count_backlog from public;
grant execute on function count_backlog to patchbay_app;
