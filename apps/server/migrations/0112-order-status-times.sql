-- When an order got its status, for the filter of programs that poll. Known since this release: no lock or rewrite of the orders.
create table order_status_time (
  account_id integer not null default current_account(),
  order_id bigint not null,
  at timestamptz not null,
  primary key (account_id, order_id),
  foreign key (account_id, order_id) references customer_order on delete cascade
);
create index order_status_time_at on order_status_time (account_id, at, order_id);
call protect('order_status_time');
