-- The group of an order status, by which public clients sort statuses.
alter table order_status add column status_group text not null default 'new';
update order_status set status_group = case
  when code = 'new' then 'new'
  when code = 'assembling' then 'assembling'
  when code = 'delivering' then 'delivery'
  when code = 'complete' then 'complete'
  when open then 'approval'
  else 'cancel'
end;
