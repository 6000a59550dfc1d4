-- A status that is hidden is not offered for orders any more; orders that have it keep it.
alter table order_status add active boolean not null default true;
