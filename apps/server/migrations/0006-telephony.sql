-- Telephony: which extension rings at whom, which number belongs to which shop, calls with everything that was heard of
-- them, and the cards that managers see.

-- Both maps repeat what stands in the module's settings, in a form that an event finds with one look.
create table extension (
  account_id integer not null default current_account(),
  module_id bigint not null,
  code text not null,
  user_id bigint not null,
  primary key (account_id, module_id, code),
  unique (account_id, module_id, user_id), -- D-35
  foreign key (account_id, module_id) references integration_module on delete cascade,
  foreign key (account_id, user_id) references app_user on delete cascade
);
create index on extension (account_id, user_id);
create index on extension (account_id, code);
call protect('extension');

create table external_phone (
  account_id integer not null default current_account(),
  module_id bigint not null,
  place integer not null,
  number text not null, -- as it was given: the exchange gets it back like that
  phone_key text not null,
  shop_id bigint not null,
  primary key (account_id, module_id, place),
  foreign key (account_id, module_id) references integration_module on delete cascade,
  foreign key (account_id, shop_id) references shop on delete cascade
);
create index on external_phone (account_id, module_id, phone_key);
create index on external_phone (account_id, shop_id);
call protect('external_phone');

-- One call is one record with its legs inside; "missed" belongs to the call. (D-25)
create table call (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  module_id bigint not null,
  external_id text, -- the exchange's own; together with the module it says which call is meant (D-22)
  content_key bytea, -- of an uploaded record without an id: what it consists of, so that a repeat is known
  direction text not null check (direction in ('in', 'out')),
  phone text not null, -- of the other party, as it was given
  phone_key text not null, -- E.164 when it can be read so, else its digits
  customer_id bigint,
  user_id bigint, -- who spoke, or whom the record names
  shop_id bigint,
  external_phone text,
  state text not null check (state in ('ringing', 'talking', 'ended', 'lost')),
  result text check (result in ('answered', 'no answer', 'busy', 'failed', 'not allowed', 'unknown')),
  missed boolean not null default false,
  started_at timestamptz not null,
  answered_at timestamptz,
  ended_at timestamptz,
  duration integer, -- seconds of talk
  duration_waiting integer,
  record_url text,
  record_type text, -- what the recording was found to be, by its first bytes
  note text not null default '',
  legs jsonb not null default '[]',
  source jsonb,
  recorded boolean not null default false, -- its record was uploaded: what it says holds (D-27)
  version integer not null default 1, -- raised by each event: a browser knows the newer card
  card jsonb, -- what managers see while it is open, ready-made
  news_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, module_id) references integration_module,
  foreign key (account_id, customer_id) references customer on delete set null (customer_id),
  foreign key (account_id, user_id) references app_user,
  foreign key (account_id, shop_id) references shop
);
create unique index on call (account_id, module_id, external_id) where external_id is not null;
create unique index on call (account_id, module_id, content_key) where content_key is not null;
create index on call (account_id, started_at);
create index on call (account_id, customer_id, started_at) where customer_id is not null;
create index on call (account_id, phone_key, started_at);
create index on call (account_id, user_id, started_at) where user_id is not null;
create index call_open on call (account_id, module_id, phone_key) where state in ('ringing', 'talking');
call protect('call');

-- Every event as it came, with the steps that it went through: why a card did or did not appear.
create table call_event (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  call_id bigint not null,
  at timestamptz not null default now(),
  event jsonb not null,
  steps jsonb not null,
  primary key (account_id, id),
  foreign key (account_id, call_id) references call on delete cascade
);
create index on call_event (account_id, call_id, id);
call protect('call_event', 'select, insert, delete');

-- Who sees the card of a call, from when to when.
create table call_card (
  account_id integer not null default current_account(),
  call_id bigint not null,
  user_id bigint not null,
  sent_at timestamptz not null default now(),
  shown_at timestamptz, -- the browser said so
  closed_at timestamptz,
  closed_because text,
  primary key (account_id, call_id, user_id),
  foreign key (account_id, call_id) references call on delete cascade,
  foreign key (account_id, user_id) references app_user on delete cascade
);
create index on call_card (account_id, user_id) where closed_at is null;
call protect('call_card');

-- A press on the call icon: written down before the exchange is asked, so that it rings at most once. (D-33)
create table call_press (
  account_id integer not null default current_account(),
  user_id bigint not null,
  id uuid not null, -- the browser's
  module_id bigint not null,
  phone text not null,
  pressed_at timestamptz not null default now(),
  outcome text, -- null: the exchange has not answered yet
  primary key (account_id, user_id, id),
  foreign key (account_id, user_id) references app_user on delete cascade,
  foreign key (account_id, module_id) references integration_module on delete cascade
);
create index on call_press (account_id, pressed_at);
call protect('call_press');

-- At most one open task about missed calls per customer, and per number that nobody knows.
create unique index task_missed_call_of_customer on task (account_id, customer_id)
  where reason = 'missed-call' and done_at is null and customer_id is not null;
create unique index task_missed_call_of_phone on task (account_id, phone)
  where reason = 'missed-call' and done_at is null and customer_id is null;

-- Every event asks which modules are telephony: the settings themselves may be long, and are not read for that.
alter table integration_module add is_telephony boolean not null generated always as (integrations ? 'telephony') stored;
