-- What users are notified of: a kind with data, one row per user. While it is unread, what happens again about the same
-- subject (a chat, a call, an order, a task) counts up the same row.
create table notification (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null,
  subject text not null,
  content jsonb not null,
  count integer not null default 1,
  silent boolean not null default false,
  at timestamptz not null default now(),
  read_at timestamptz,
  announced_at timestamptz, -- null: a worker still has to send it to browsers and push services
  primary key (account_id, id),
  foreign key (account_id, user_id) references app_user on delete cascade
);
create unique index notification_unread on notification (account_id, user_id, kind, subject) where read_at is null;
create index on notification (account_id, user_id, at desc, id desc);
create index on notification (account_id, kind, subject) where read_at is null;
create index on notification (account_id, id) where announced_at is null;
create index on notification (account_id, at);
call protect('notification');

-- Writing a notification enqueues its announcement, in the same statement. Sixteen lanes per account: two
-- transactions rarely wait for each other, and the lanes do not grow with the chats and calls.
create function announce_notifications() returns trigger language plpgsql as $$
begin
  insert into lane (kind, key, endpoint)
    select distinct 'notification', (hashtext(subject) & 15)::text, 'notifications' from fresh where announced_at is null
    on conflict (account_id, kind, key) do update set wanted = lane.wanted + 1, next_at = coalesce(lane.next_at, now());
  return null;
end
$$;
create trigger announce_inserted after insert on notification
  referencing new table as fresh for each statement execute function announce_notifications();
create trigger announce_updated after update on notification
  referencing new table as fresh for each statement execute function announce_notifications();

-- How a user is notified; without a row, as everyone by default.
create table notification_settings (
  account_id integer not null default current_account(),
  user_id bigint not null,
  settings jsonb not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references app_user on delete cascade
);
call protect('notification_settings');
