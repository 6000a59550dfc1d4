-- The key pair with which an account identifies itself to push services (VAPID); created when it is first needed.
create table push_key (
  account_id integer not null default current_account() references account,
  public_key text not null,
  private_key bytea not null, -- sealed
  primary key (account_id)
);
call protect('push_key', 'select, insert');

-- A browser that receives notifications while the workspace is closed. It ends with the session that subscribed it, so a
-- signed-out browser receives nothing.
create table push_subscription (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  user_id bigint not null,
  session_id bigint not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  language text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, endpoint),
  foreign key (account_id, user_id) references app_user on delete cascade,
  foreign key (account_id, session_id) references session (account_id, id) on delete cascade
);
create index on push_subscription (account_id, user_id);
create index on push_subscription (account_id, session_id);
call protect('push_subscription');
