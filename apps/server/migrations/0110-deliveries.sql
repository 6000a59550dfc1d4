-- Addresses of customers, and how orders are delivered. Tables of their own: most rows of the large tables have neither, and
-- those tables need not be locked or rewritten.
create table delivery_type (
  account_id integer not null default current_account() references account,
  code text not null,
  name text not null,
  active boolean not null default true,
  description text not null default '',
  ordering integer not null default 0,
  primary key (account_id, code)
);
call protect('delivery_type');

create table order_delivery (
  account_id integer not null default current_account(),
  order_id bigint not null,
  type text,
  cost numeric not null check (cost >= 0),
  day date,
  time jsonb not null default '{}',
  address jsonb not null default '{}',
  primary key (account_id, order_id),
  foreign key (account_id, order_id) references customer_order on delete cascade,
  foreign key (account_id, type) references delivery_type
);
call protect('order_delivery');

create table customer_address (
  account_id integer not null default current_account(),
  customer_id bigint not null,
  address jsonb not null,
  city_key text collate "C" not null, -- in lower case, for the filter by city
  primary key (account_id, customer_id),
  foreign key (account_id, customer_id) references customer on delete cascade
);
create index customer_address_by_city on customer_address (account_id, city_key, customer_id);
call protect('customer_address');

-- Row-level security binds the owner too: one account after another.
do $$
declare
  one integer;
begin
  for one in select distinct account_id from account_host loop
    perform set_config('app.account', one::text, true);
    insert into delivery_type (account_id, code, name, ordering)
      values (one, 'courier', 'Courier', 10), (one, 'self-delivery', 'Pickup', 20), (one, 'post', 'Post', 30);
  end loop;
  perform set_config('app.account', '', true);
end
$$;
