-- The CRM core: what modules and managers work with. People's groups and status, shops, customers with their phones and
-- addresses, orders with items and payments, the lists behind them, tasks, and the history of every change.

alter table app_user
  add patronymic text not null default '',
  add phone text not null default '',
  add position text not null default '',
  add status text not null default 'free' check (status in ('free', 'busy', 'dinner', 'break')),
  add status_since timestamptz not null default now(),
  add status_source text not null default 'system'; -- who set it: system, user, or the module's code

create table user_group (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  code text not null,
  name text not null,
  primary key (account_id, id),
  unique (account_id, code)
);
call protect('user_group');

create table user_group_member (
  account_id integer not null default current_account(),
  group_id bigint not null,
  user_id bigint not null,
  primary key (account_id, group_id, user_id),
  foreign key (account_id, group_id) references user_group on delete cascade,
  foreign key (account_id, user_id) references app_user on delete cascade
);
create index on user_group_member (account_id, user_id);
call protect('user_group_member');

alter table shop
  add active boolean not null default true,
  add country char(2), -- null: the account's
  add currency char(3), -- null: the account's
  add description text not null default '',
  add ordering integer not null default 0;

create table customer (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  external_id text,
  shop_id bigint, -- where they first came from
  first_name text not null default '',
  last_name text not null default '',
  patronymic text not null default '',
  manager_id bigint, -- responsible for them
  last_contact_at timestamptz, -- the latest call or message
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, shop_id) references shop,
  foreign key (account_id, manager_id) references app_user
);
create unique index on customer (account_id, shop_id, external_id) nulls not distinct where external_id is not null;
create index on customer (account_id, external_id) where external_id is not null;
create index on customer (account_id, shop_id, id);
create index on customer (account_id, manager_id, id);
call protect('customer');

-- A phone as it was given, as E.164 when it can be read so, and its national tail for what cannot. (D-29)
create table customer_phone (
  account_id integer not null default current_account(),
  customer_id bigint not null,
  place smallint not null, -- the first is the main one
  given text not null,
  e164 text,
  tail text not null,
  primary key (account_id, customer_id, place),
  foreign key (account_id, customer_id) references customer on delete cascade
);
create index on customer_phone (account_id, e164) where e164 is not null;
create index on customer_phone (account_id, tail);
call protect('customer_phone');

create table customer_email (
  account_id integer not null default current_account(),
  customer_id bigint not null,
  place smallint not null,
  email text not null,
  email_key text not null,
  primary key (account_id, customer_id, place),
  foreign key (account_id, customer_id) references customer on delete cascade
);
create index on customer_email (account_id, email_key);
call protect('customer_email');

create table customer_note (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  customer_id bigint not null,
  text text not null,
  author_id bigint, -- null: an API key
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customer on delete cascade,
  foreign key (account_id, author_id) references app_user
);
create index on customer_note (account_id, customer_id, id);
call protect('customer_note');

create table order_status (
  account_id integer not null default current_account() references account,
  code text not null,
  name text not null,
  open boolean not null, -- the order still needs somebody: it counts for routing and cards (D-30)
  ordering integer not null default 0,
  primary key (account_id, code)
);
call protect('order_status');

create table payment_status (
  account_id integer not null default current_account() references account,
  code text not null,
  name text not null,
  active boolean not null default true,
  complete boolean not null default false, -- the money has come
  is_default boolean not null default false,
  description text not null default '',
  ordering integer not null default 0,
  primary key (account_id, code)
);
call protect('payment_status');

create table payment_type (
  account_id integer not null default current_account() references account,
  code text not null,
  name text not null,
  active boolean not null default true,
  is_default boolean not null default false,
  description text not null default '',
  sites text[], -- null: every shop
  ordering integer not null default 0,
  primary key (account_id, code)
);
call protect('payment_type');

create table customer_order (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  number text not null,
  external_id text,
  shop_id bigint not null,
  customer_id bigint,
  manager_id bigint,
  status text not null,
  open boolean not null, -- as its status says
  first_name text not null default '',
  last_name text not null default '',
  patronymic text not null default '',
  phone text not null default '',
  email text not null default '',
  currency char(3) not null,
  total numeric not null default 0, -- the sum of its items less the discount
  discount numeric not null default 0,
  customer_comment text not null default '',
  manager_comment text not null default '',
  version bigint not null default 1, -- raised by each change: an invoice remembers which one it was issued for (D-51)
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, number),
  foreign key (account_id, shop_id) references shop,
  foreign key (account_id, customer_id) references customer,
  foreign key (account_id, manager_id) references app_user,
  foreign key (account_id, status) references order_status
);
create unique index on customer_order (account_id, shop_id, external_id) where external_id is not null;
create index on customer_order (account_id, external_id) where external_id is not null;
create index on customer_order (account_id, customer_id, id);
create index on customer_order (account_id, customer_id, id) where open;
create index on customer_order (account_id, shop_id, status, id);
create index on customer_order (account_id, status, id);
create index on customer_order (account_id, manager_id, id);
call protect('customer_order');

create table order_item (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  order_id bigint not null,
  place integer not null,
  external_id text,
  name text not null,
  price numeric not null,
  quantity numeric not null check (quantity > 0),
  vat text not null default 'none',
  primary key (account_id, id),
  foreign key (account_id, order_id) references customer_order on delete cascade
);
create index on order_item (account_id, order_id, place);
call protect('order_item');

-- A payment of an order. One whose type belongs to a payment module is paid by invoices; the others are kept by hand.
create table order_payment (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  order_id bigint not null,
  external_id text,
  type text not null,
  status text not null,
  amount numeric not null check (amount >= 0),
  paid_at timestamptz,
  comment text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, order_id) references customer_order on delete cascade,
  foreign key (account_id, type) references payment_type,
  foreign key (account_id, status) references payment_status
);
create index on order_payment (account_id, order_id, id);
create index on order_payment (account_id, external_id) where external_id is not null;
call protect('order_payment');

create table task (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  text text not null,
  commentary text not null default '',
  performer_id bigint, -- null: anybody's
  due_at timestamptz,
  customer_id bigint,
  order_id bigint,
  phone text,
  reason text, -- what made it, when nobody did: missed-call, hold-expires
  created_by bigint, -- null: the system or an API key
  created_at timestamptz not null default now(),
  done_at timestamptz,
  done_because text,
  primary key (account_id, id),
  foreign key (account_id, performer_id) references app_user,
  foreign key (account_id, created_by) references app_user,
  foreign key (account_id, customer_id) references customer on delete cascade,
  foreign key (account_id, order_id) references customer_order on delete cascade
);
create index on task (account_id, performer_id, due_at) where done_at is null;
create index on task (account_id, customer_id) where done_at is null;
create index on task (account_id, order_id);
call protect('task');

-- The history of customers and orders, field by field, and with it the customer's timeline: calls, invoices, messages and
-- reactions add entries of their own kinds. Append only.
create table timeline (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  customer_id bigint,
  order_id bigint,
  kind text not null, -- customer.changed, order.changed, call, invoice, message, reaction, …
  actor text not null, -- user:7, key:ab12…, module:pbx-1, system
  detail jsonb not null default '{}', -- for a change: { field: [before, after] }
  primary key (account_id, id)
);
create index on timeline (account_id, customer_id, id desc);
create index on timeline (account_id, order_id, id desc);
call protect('timeline', 'select, insert');
