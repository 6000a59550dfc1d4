-- concurrently
-- D-119: customers by the time of their creation. With the shop and the manager in it, lists of these need no other read.
create index concurrently customer_by_creation on customer (account_id, created_at, id) include (shop_id, manager_id)
