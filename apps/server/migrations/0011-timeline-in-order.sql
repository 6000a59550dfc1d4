-- The timeline is read by when things happened, not by when they were told: a call of last week that is uploaded today
-- stands in last week.
create index timeline_of_customer on timeline (account_id, customer_id, at desc, id desc);
create index timeline_of_order on timeline (account_id, order_id, at desc, id desc);
drop index timeline_account_id_customer_id_id_idx;
drop index timeline_account_id_order_id_id_idx;
