-- The customers of one manager in one shop, newest first.
create index on customer (account_id, manager_id, shop_id, id);
