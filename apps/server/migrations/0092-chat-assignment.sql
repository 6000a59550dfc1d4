-- How the conversations of a channel are assigned; a channel without a row follows the account.
create table channel_routing (
  account_id integer not null default current_account(),
  channel_id bigint not null,
  enabled boolean not null,
  shop_id bigint, -- whose working hours and group it follows; null: the default shop
  group_id bigint, -- null: the group of the shop
  away_text text not null default '', -- empty: that of the shop
  primary key (account_id, channel_id),
  foreign key (account_id, channel_id) references channel on delete cascade,
  foreign key (account_id, shop_id) references shop on delete set null (shop_id),
  foreign key (account_id, group_id) references user_group on delete set null (group_id)
);
create index on channel_routing (account_id, shop_id);
create index on channel_routing (account_id, group_id);
call protect('channel_routing');

-- What the router still has to do about a conversation, and what it has done.
create table chat_assignment (
  account_id integer not null default current_account(),
  chat_id bigint not null,
  pending_since timestamptz, -- a message to look at, or a wait for a free manager; null: nothing to do
  looked boolean not null default false, -- the latest message was looked at: what remains is the wait
  last_result text not null default '', -- of this wait: an unchanged result is not recorded again
  away_at timestamptz, -- when the last away reply was sent
  escalated_wait timestamptz, -- the wait (chat.waiting_since) that was escalated: once per wait
  primary key (account_id, chat_id),
  foreign key (account_id, chat_id) references chat on delete cascade
);
create index on chat_assignment (account_id, pending_since, chat_id) where pending_since is not null;
call protect('chat_assignment');
