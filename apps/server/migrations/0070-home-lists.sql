-- What waits for somebody, as Home lists it: each list is the beginning of an index, however long the history is.
create index task_missed_calls on task (account_id, due_key, id) where reason = 'missed-call' and done_at is null;
create index task_due_custom on task (account_id, performer_id, due_key, id) where reason is null and done_at is null;
create index invoice_holds on invoice (account_id, expired_at, id) where status = 'waitingForCapture';
create index operation_unresolved on payment_operation (account_id, created_at, id) where state = 'needs_human';

-- Payments by day, and whether any invoice was ever paid.
create index order_payment_paid on order_payment (account_id, paid_at) where paid_at is not null;
create index invoice_paid on invoice (account_id, paid_at) where paid_at is not null;
