-- The tables of the report on calls, by manager, shop, number and module, are about a whole period: weeks that lie in it are read
-- as one row each, so that 90 days of a value are 18 rows instead of 90 (D-129).
create table call_statistics_week (
  account_id integer not null default current_account() references account,
  dimension text not null check (dimension in ('user', 'shop', 'number', 'module')),
  week date not null check (extract(isodow from week) = 1),
  value text not null,
  incoming integer not null,
  answered integer not null,
  missed integer not null,
  returned integer not null,
  first_contacts integer not null,
  outgoing integer not null,
  outgoing_answered integer not null,
  talk_seconds bigint not null,
  answered_waits integer[] not null,
  primary key (account_id, dimension, week, value)
);
call protect('call_statistics_week');

do $$
declare
  account integer;
begin
  for account in select distinct account_id from account_host loop
    perform set_config('app.account', account::text, true);
    insert into call_statistics_week (dimension, week, value, incoming, answered, missed, returned, first_contacts, outgoing,
        outgoing_answered, talk_seconds, answered_waits)
      select dimension, date_trunc('week', day)::date, value, sum(incoming), sum(answered), sum(missed), sum(returned),
        sum(first_contacts), sum(outgoing), sum(outgoing_answered), sum(talk_seconds),
        array[sum(answered_waits[1]), sum(answered_waits[2]), sum(answered_waits[3]), sum(answered_waits[4]),
          sum(answered_waits[5]), sum(answered_waits[6]), sum(answered_waits[7]), sum(answered_waits[8]),
          sum(answered_waits[9]), sum(answered_waits[10]), sum(answered_waits[11]), sum(answered_waits[12])]::integer[]
      from call_statistics where dimension <> 'all' group by 1, 2, 3;
  end loop;
  perform set_config('app.account', '', true);
end
$$;
