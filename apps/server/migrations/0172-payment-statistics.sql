-- Invoices by day and currency, in the time zone of the account: of all, and of each shop, payment type and module.
create table payment_statistics (
  account_id integer not null default current_account() references account,
  dimension text not null check (dimension in ('all', 'shop', 'type', 'module')),
  day date not null,
  value text not null, -- an id or a code; empty for 'all'
  currency char(3) not null,
  issued integer not null,
  issued_amount numeric not null,
  converted integer not null, -- of those issued on this day: paid, whenever that was
  paid integer not null,
  paid_amount numeric not null,
  held integer not null,
  held_amount numeric not null,
  refunds integer not null,
  refunded_amount numeric not null,
  payment_times integer[] not null, -- histogram: from the link to the payment, of those paid on this day
  primary key (account_id, dimension, day, value, currency)
);
call protect('payment_statistics');

create index invoice_history_held on invoice_history (account_id, at) where to_status = 'waitingForCapture';
create index invoice_refund_succeeded on invoice_refund (account_id, created_at) where status = 'succeeded';

create function mark_invoice_statistics() returns trigger language plpgsql as $$
begin
  insert into statistics_change (area, at, subject_id)
    values ('payments', case when tg_op = 'UPDATE' then old.paid_at end, new.order_id);
  return null;
end
$$;
create trigger payment_statistics_inserted after insert on invoice for each row execute function mark_invoice_statistics();
create trigger payment_statistics_updated after update on invoice for each row when (
  (old.amount, old.currency, old.failed_at, old.captured, old.paid_at, old.module_id)
  is distinct from (new.amount, new.currency, new.failed_at, new.captured, new.paid_at, new.module_id)
) execute function mark_invoice_statistics();

create function mark_invoice_part_statistics() returns trigger language plpgsql as $$
begin
  insert into statistics_change (area, subject_id)
    select 'payments', order_id from invoice where account_id = new.account_id and id = new.invoice_id;
  return null;
end
$$;
create trigger payment_statistics_held after insert on invoice_history for each row
  when (new.to_status = 'waitingForCapture') execute function mark_invoice_part_statistics();
create trigger payment_statistics_refunded after insert or update on invoice_refund for each row
  execute function mark_invoice_part_statistics();

-- The shop is that of the order, the type that of the payment: both may change or be deleted after the invoice was issued.
create function mark_order_statistics() returns trigger language plpgsql as $$
begin
  insert into statistics_change (area, subject_id) values ('payments', old.id);
  return null;
end
$$;
create trigger payment_statistics_order_changed after update on customer_order for each row
  when (old.shop_id is distinct from new.shop_id) execute function mark_order_statistics();
create trigger payment_statistics_order_deleted after delete on customer_order for each row
  execute function mark_order_statistics();

create function mark_order_payment_statistics() returns trigger language plpgsql as $$
begin
  insert into statistics_change (area, subject_id) values ('payments', old.order_id);
  return null;
end
$$;
create trigger payment_statistics_payment_changed after update on order_payment for each row
  when (old.type is distinct from new.type) execute function mark_order_payment_statistics();
create trigger payment_statistics_payment_deleted after delete on order_payment for each row
  execute function mark_order_payment_statistics();
