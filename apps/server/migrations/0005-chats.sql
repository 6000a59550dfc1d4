-- Chats: the channels of transports, conversations with customers, reactions, and the webhooks that tell transports of
-- what users do.

create table channel (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  module_id bigint not null,
  external_id text,
  type text not null,
  name text,
  avatar_url text,
  active boolean not null default true,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  activated_at timestamptz not null default now(),
  deactivated_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, module_id) references integration_module
);
create index on channel (account_id, module_id, id);
call protect('channel');

-- Kept and given back, not used (D-61).
create table message_template (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  channel_id bigint not null,
  code text not null,
  template jsonb not null,
  primary key (account_id, id),
  unique (account_id, channel_id, code),
  foreign key (account_id, channel_id) references channel
);
call protect('message_template');

-- A conversation with one client of a channel. Whoever changes anything in it locks this row first: messages, reactions
-- and webhooks of a chat have one order, and sequence counts it.
create table chat (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  channel_id bigint not null,
  external_user_id text not null,
  external_chat_id text not null default '',
  nickname text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  avatar_url text,
  client jsonb not null default '{}', -- the rest of what the transport told of the client
  customer_id bigint,
  manager_id bigint,
  unread integer not null default 0,
  last_message_id bigint,
  last_reaction text, -- of the client, while it is news
  last_reaction_message_id bigint,
  last_reaction_at timestamptz,
  active_at timestamptz not null default now(), -- the order of the list
  reply_deadline timestamptz,
  sequence bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, channel_id, external_user_id, external_chat_id),
  foreign key (account_id, channel_id) references channel,
  foreign key (account_id, customer_id) references customer on delete set null (customer_id),
  foreign key (account_id, manager_id) references app_user
);
create index on chat (account_id, channel_id, external_chat_id);
create index on chat (account_id, active_at desc, id desc);
create index on chat (account_id, manager_id, active_at desc, id desc);
create index on chat (account_id, active_at desc, id desc) where unread > 0;
create index on chat (account_id, customer_id);
call protect('chat');

create table message (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  chat_id bigint not null,
  channel_id bigint not null,
  external_id text, -- absent until the transport has told it
  originator text not null check (originator in ('customer', 'channel', 'user')),
  user_id bigint, -- who wrote it in the workspace
  type text not null,
  content text not null default '',
  detail jsonb not null default '{}', -- note, items, product, order, page_link
  quote_id bigint,
  status text not null check (status in ('received', 'sending', 'sent', 'failed', 'seen')),
  error_code text,
  error_message text,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  read_at timestamptz,
  awaits_ack_since timestamptz, -- the transport took it and will tell later what came of it
  primary key (account_id, id),
  unique (account_id, channel_id, external_id),
  foreign key (account_id, chat_id) references chat,
  foreign key (account_id, channel_id) references channel,
  foreign key (account_id, user_id) references app_user,
  foreign key (account_id, quote_id) references message
);
create index on message (account_id, chat_id, created_at, id);
create index on message (account_id, awaits_ack_since) where awaits_ack_since is not null;
create index on message (account_id, chat_id) where originator = 'customer' and read_at is null;
create index on message (account_id, quote_id) where quote_id is not null;
call protect('message');

-- Unique by actor: the client of the chat, or a user. (D-66, D-67)
create table reaction (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  message_id bigint not null,
  user_id bigint, -- null: the client
  emoji text not null, -- as it came
  emoji_key text not null, -- without U+FE0F (D-65)
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique nulls not distinct (account_id, message_id, user_id, emoji_key),
  foreign key (account_id, message_id) references message on delete cascade,
  foreign key (account_id, user_id) references app_user
);
call protect('reaction');

-- What a transport is told. One row serves delivery, retry, log and resend; each try is a row of webhook_attempt.
create table webhook (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity, -- within a chat in the order of sequence
  event_id uuid not null, -- the webhook-id of every try
  module_id bigint not null,
  chat_id bigint not null,
  sequence bigint not null,
  message_id bigint not null,
  type text not null,
  body text not null, -- serialised once; every try sends these bytes
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  position bigint, -- in the feed, given when the feed is read
  created_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (account_id, id),
  unique (account_id, event_id),
  foreign key (account_id, module_id) references integration_module,
  foreign key (account_id, chat_id) references chat,
  foreign key (account_id, message_id) references message
);
create index webhook_pending on webhook (account_id, chat_id, sequence) where state = 'pending';
create index webhook_unplaced on webhook (account_id, module_id, id) where position is null;
create index webhook_feed on webhook (account_id, module_id, position) where position is not null;
create index webhook_log on webhook (account_id, module_id, created_at);
call protect('webhook');

create table webhook_attempt (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  webhook_id bigint not null,
  at timestamptz not null,
  ok boolean not null,
  status integer,
  duration_ms integer not null,
  verdict text not null,
  answer text,
  primary key (account_id, id),
  foreign key (account_id, webhook_id) references webhook on delete cascade
);
create index on webhook_attempt (account_id, webhook_id, id);
call protect('webhook_attempt', 'select, insert, delete');

-- How the address of a transport fares.
create table webhook_endpoint (
  account_id integer not null default current_account(),
  module_id bigint not null,
  failures integer not null default 0, -- in a row, over all of its chats
  failing_since timestamptz,
  rest_until timestamptz, -- the breaker: one try then, and only then
  disabled_at timestamptz,
  disabled_because text,
  feed_position bigint not null default 0,
  primary key (account_id, module_id),
  foreign key (account_id, module_id) references integration_module
);
call protect('webhook_endpoint');

create table file (
  account_id integer not null default current_account() references account,
  id uuid not null,
  module_id bigint, -- the transport that brought it
  user_id bigint, -- or the user who did
  kind text not null check (kind in ('image', 'video', 'file', 'audio')),
  mime_type text not null,
  size integer not null,
  sha256 bytea not null,
  name text,
  width integer,
  height integer,
  source_url text,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, module_id) references integration_module,
  foreign key (account_id, user_id) references app_user
);
create index on file (account_id, module_id);
call protect('file', 'select, insert, delete');

-- When an endpoint is well again, all of its lanes are woken.
create index lane_endpoint on lane (account_id, kind, endpoint);
