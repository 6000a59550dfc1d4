-- Files that programs attach to orders and customers. The bytes are files as those of messages are.
create table attachment (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  file_id uuid not null,
  filename text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, file_id),
  foreign key (account_id, file_id) references file
);
call protect('attachment');

create table attachment_link (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  attachment_id bigint not null,
  order_id bigint,
  customer_id bigint,
  primary key (account_id, id),
  unique (account_id, attachment_id, order_id),
  unique (account_id, attachment_id, customer_id),
  check (num_nonnulls(order_id, customer_id) = 1),
  foreign key (account_id, attachment_id) references attachment on delete cascade,
  foreign key (account_id, order_id) references customer_order on delete cascade,
  foreign key (account_id, customer_id) references customer on delete cascade
);
create index attachment_link_order on attachment_link (account_id, order_id, attachment_id);
create index attachment_link_customer on attachment_link (account_id, customer_id, attachment_id);
call protect('attachment_link');
