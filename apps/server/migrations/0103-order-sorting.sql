-- Orders sorted by total or by customer. Under row-level security an index serves `<` on bigint and on text, not on numeric.
alter table customer_order
  add total_key bigint not null generated always as ((least(total, 9000000000000) * 1000)::bigint) stored,
  add name_key text collate "C" not null
    generated always as (lower(btrim(last_name || ' ' || first_name))) stored;
create index order_by_total on customer_order (account_id, total_key, id);
create index order_by_name on customer_order (account_id, name_key, id);
