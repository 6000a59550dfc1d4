-- Lists of orders that stay quick at a million: kept counts, so that a page can be reached from its nearer end, and an
-- index for each way to ask (docs/decisions/pages.md).

alter table customer_order add email_key text not null generated always as (lower(email)) stored;

drop index customer_order_account_id_manager_id_id_idx;
create index on customer_order (account_id, manager_id, shop_id, status, id);
create index on customer_order (account_id, shop_id, id);
create index on customer_order (account_id, email_key, id);
create index on customer_order (account_id, created_at, id);

-- How many orders there are of each shop, status and manager (0: nobody). Several slots a count, so that two who write
-- at once seldom wait for each other; a slot may be negative, their sum is the count.
create table order_count (
  account_id integer not null default current_account() references account,
  shop_id bigint not null,
  status text not null,
  manager_id bigint not null,
  slot smallint not null,
  n bigint not null,
  primary key (account_id, shop_id, status, manager_id, slot)
);
call protect('order_count');

create function count_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_count
      select account_id, shop_id, status, coalesce(manager_id, 0), pg_backend_pid() % 8, count(*)
      from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (account_id, shop_id, status, manager_id, slot) do update set n = order_count.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into order_count
      select account_id, shop_id, status, coalesce(manager_id, 0), pg_backend_pid() % 8, -count(*)
      from removed group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (account_id, shop_id, status, manager_id, slot) do update set n = order_count.n + excluded.n;
  else
    insert into order_count
      select account_id, shop_id, status, manager_id, pg_backend_pid() % 8, sum(change)
      from (
        select account_id, shop_id, status, coalesce(manager_id, 0) as manager_id, -1 as change from removed
        union all
        select account_id, shop_id, status, coalesce(manager_id, 0), 1 from added
      ) moved
      group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
    on conflict (account_id, shop_id, status, manager_id, slot) do update set n = order_count.n + excluded.n;
  end if;
  return null;
end
$$;

create trigger count_added after insert on customer_order
  referencing new table as added for each statement execute function count_orders();
create trigger count_changed after update on customer_order
  referencing old table as removed new table as added for each statement execute function count_orders();
create trigger count_removed after delete on customer_order
  referencing old table as removed for each statement execute function count_orders();

-- The number of the next order that comes without one.
create table order_numbering (
  account_id integer not null default current_account() references account,
  last bigint not null,
  primary key (account_id)
);
call protect('order_numbering');
