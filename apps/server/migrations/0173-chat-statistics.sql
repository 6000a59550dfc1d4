-- From when to when a conversation was open: closing ends a period, the next message of the customer begins another. A snooze
-- is part of the period.
create table chat_period (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  chat_id bigint not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by bigint, -- null: not a user
  primary key (account_id, id),
  foreign key (account_id, chat_id) references chat on delete cascade,
  foreign key (account_id, closed_by) references app_user
);
create unique index chat_period_open on chat_period (account_id, chat_id) where closed_at is null;
create index on chat_period (account_id, chat_id, opened_at);
create index on chat_period (account_id, opened_at);
create index on chat_period (account_id, closed_at) where closed_at is not null;
call protect('chat_period');

create function record_chat_period() returns trigger language plpgsql as $$
begin
  if new.state = 'closed' then
    update chat_period set closed_at = greatest(opened_at, coalesce(new.state_at, now())), closed_by = new.state_by
      where chat_id = new.id and closed_at is null;
  else
    insert into chat_period (chat_id, opened_at)
      values (new.id, case when tg_op = 'INSERT' then new.created_at else coalesce(new.state_at, now()) end)
      on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger chat_period_inserted after insert on chat for each row execute function record_chat_period();
create trigger chat_period_updated after update on chat for each row
  when ((old.state = 'closed') <> (new.state = 'closed')) execute function record_chat_period();

-- Chats by day, in the time zone of the account: of all, and of each manager and channel.
create table chat_statistics (
  account_id integer not null default current_account() references account,
  dimension text not null check (dimension in ('all', 'user', 'channel')),
  day date not null,
  value text not null, -- an id; empty for 'all'
  opened integer not null,
  answered integer not null, -- of those opened on this day: with a reply of a user
  closed integer not null,
  positive integer not null, -- reactions of customers to messages of users
  negative integer not null,
  neutral integer not null,
  first_responses integer[] not null, -- histogram, of those opened on this day
  resolutions integer[] not null, -- histogram, of those closed on this day
  opened_by_hour integer[] not null, -- 24
  primary key (account_id, dimension, day, value)
);
call protect('chat_statistics');

create index reaction_of_customers on reaction (account_id, created_at) where user_id is null;

create function mark_chat_statistics() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'chat_period' then
    insert into statistics_change (area, at) values ('chats', new.opened_at), ('chats', coalesce(new.closed_at, new.opened_at));
  elsif tg_table_name = 'message' then
    insert into statistics_change (area, at, subject_id) values ('chats', new.created_at, new.chat_id);
  else
    insert into statistics_change (area, at)
      values ('chats', case when tg_op = 'DELETE' then old.created_at else new.created_at end);
  end if;
  return null;
end
$$;
create trigger chat_statistics_period after insert or update on chat_period for each row execute function mark_chat_statistics();
create trigger chat_statistics_reply after insert on message for each row
  when (new.originator = 'user' and new.user_id is not null) execute function mark_chat_statistics();
create trigger chat_statistics_reaction after insert on reaction for each row
  when (new.user_id is null) execute function mark_chat_statistics();
create trigger chat_statistics_reaction_removed after delete on reaction for each row
  when (old.user_id is null) execute function mark_chat_statistics();
