-- The payments page: each of its lists is an index in the order of the list, however long the history is.
alter table invoice add expiry_key timestamptz not null
  generated always as (coalesce(expired_at, timestamptz '9999-12-31 00:00:00+00')) stored;
create index invoice_by_time on invoice (account_id, created_at, id);
create index invoice_awaiting on invoice (account_id, created_at, id) where status = 'pending';
create index invoice_held on invoice (account_id, expiry_key, id) where status = 'waitingForCapture';
create index invoice_refunded on invoice (account_id, created_at, id) where refunded > 0;
create index operation_unknown on payment_operation (account_id, created_at, id) where state = 'unknown';
