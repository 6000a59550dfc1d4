-- How many customers each shop has, so that a page of a list can say its total without counting a million rows. A count
-- is spread over slots: two that make customers at the same moment do not wait for each other.
create table customer_count (
  account_id integer not null default current_account() references account,
  shop_id bigint not null, -- 0: of no shop
  slot smallint not null,
  count bigint not null,
  primary key (account_id, shop_id, slot)
);
call protect('customer_count');

create function count_customers() returns trigger language plpgsql as $$
begin
  insert into customer_count (account_id, shop_id, slot, count)
  select account_id, coalesce(shop_id, 0), pg_backend_pid() % 16, count(*) * tg_argv[0]::integer
  from changed group by account_id, coalesce(shop_id, 0)
  order by 1, 2
  on conflict (account_id, shop_id, slot) do update set count = customer_count.count + excluded.count;
  return null;
end
$$;
create trigger count_added after insert on customer
  referencing new table as changed for each statement execute function count_customers('1');
create trigger count_removed after delete on customer
  referencing old table as changed for each statement execute function count_customers('-1');

-- The customers of one manager in one shop, newest first.
create index on customer (account_id, manager_id, shop_id, id);

-- What was done, and what is anybody's, newest first.
create index on task (account_id, id) where done_at is null;
