-- Routing is off for accounts that exist: nobody's chats are assigned differently from yesterday.
alter table account
  add routing boolean not null default false,
  add escalate_minutes integer default 15 check (escalate_minutes between 1 and 10080); -- null: never

-- How many open conversations the router gives to a user; 0: none.
alter table app_user add chat_capacity integer not null default 5 check (chat_capacity between 0 and 1000);

-- The group that serves a shop; a shop without a row is served by everyone.
create table routing_group (
  account_id integer not null default current_account(),
  shop_id bigint not null,
  group_id bigint not null,
  primary key (account_id, shop_id),
  foreign key (account_id, shop_id) references shop on delete cascade,
  foreign key (account_id, group_id) references user_group on delete cascade
);
create index on routing_group (account_id, group_id);
call protect('routing_group');

-- Who was chosen for a call or a conversation, why, and why nobody else. Kept for thirty days.
create table routing_decision (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  call_id bigint,
  chat_id bigint,
  message_id bigint, -- the latest message of the conversation then
  cause text not null check (cause in ('call', 'message', 'escalation')),
  chosen_id bigint, -- null: nobody
  content jsonb not null, -- the result, and each candidate with the reason
  at timestamptz not null default now(),
  primary key (account_id, id),
  check (num_nonnulls(call_id, chat_id) = 1),
  foreign key (account_id, call_id) references call on delete cascade,
  foreign key (account_id, chat_id) references chat on delete cascade
);
create index on routing_decision (account_id, call_id) where call_id is not null;
create index on routing_decision (account_id, chat_id, id desc) where chat_id is not null;
create index on routing_decision (account_id, message_id) where message_id is not null;
create index on routing_decision (account_id, chosen_id, at desc) where chat_id is not null;
create index on routing_decision (account_id, at);
call protect('routing_decision');
