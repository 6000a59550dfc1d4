-- A day of a payment module, compared with the provider's statement and closed. It is evidence only: nothing here moves money
-- or a status (docs/decisions/closing-the-day.md).
create table payment_day (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  module_id bigint not null,
  day date not null,
  from_time timestamptz not null, -- as the account's time zone was when the day was opened
  to_time timestamptz not null,
  state text not null default 'open' check (state in ('open', 'closed', 'changed')),
  statement text not null default 'none' check (statement in ('none', 'requested', 'ready', 'failed')),
  statement_source text check (statement_source in ('module', 'file')), -- of the lines that are stored
  statement_at timestamptz,
  statement_problem jsonb, -- why the last one could not be used
  lines integer not null default 0,
  outside integer not null default 0,
  matched integer not null default 0,
  different integer not null default 0,
  totals jsonb not null default '[]',
  changes jsonb not null default '[]', -- what is not as it was at the last closing
  change_count integer not null default 0,
  closed_at timestamptz,
  closed_by text,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, module_id, day),
  foreign key (account_id, module_id) references integration_module
);
create index payment_day_latest on payment_day (account_id, day, id);
call protect('payment_day');

create table statement_line (
  account_id integer not null default current_account(),
  day_id bigint not null,
  place integer not null,
  type text not null check (type in ('payment', 'refund')),
  payment_id text not null,
  refund_id text,
  invoice_uuid uuid,
  amount numeric not null check (amount > 0),
  currency char(3) not null,
  at timestamptz not null,
  primary key (account_id, day_id, place),
  foreign key (account_id, day_id) references payment_day
);
create index statement_line_payment on statement_line (account_id, payment_id);
create index statement_line_invoice on statement_line (account_id, invoice_uuid) where invoice_uuid is not null;
call protect('statement_line');

-- Every payment and refund of the day: as it was compared last or, of a closed day, as it was at the closing.
create table payment_day_entry (
  account_id integer not null default current_account(),
  day_id bigint not null,
  place integer not null,
  key text not null,
  invoice_id uuid,
  result text not null check (result in ('matched', 'different')),
  entry jsonb not null,
  primary key (account_id, day_id, place),
  foreign key (account_id, day_id) references payment_day
);
create index payment_day_entry_invoice on payment_day_entry (account_id, invoice_id) where invoice_id is not null;
call protect('payment_day_entry');

create table payment_day_closing (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  day_id bigint not null,
  at timestamptz not null default now(),
  by text not null,
  matched integer not null,
  different integer not null,
  totals jsonb not null,
  primary key (account_id, id),
  foreign key (account_id, day_id) references payment_day
);
create index on payment_day_closing (account_id, day_id, id);
call protect('payment_day_closing', 'select, insert');

-- A difference is a discrepancy like those of reports. Its key says what differs and how: the same difference keeps its note
-- when the day is compared again.
alter table discrepancy add day_id bigint, add day_key text,
  add foreign key (account_id, day_id) references payment_day;
create unique index discrepancy_of_day on discrepancy (account_id, day_id, day_key) where day_id is not null;

-- Invoices that changed since their days were compared. A worker compares the days again.
create table payment_day_change (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  invoice_id uuid not null,
  primary key (account_id, id)
);
call protect('payment_day_change', 'select, insert, delete');

create function enqueue_payment_days() returns trigger language plpgsql as $$
declare
  xact text := pg_current_xact_id()::text;
begin
  if current_setting('app.payment_days_enqueued', true) is distinct from xact || ':' || new.account_id then
    -- As for statistics: transactions of one account must not wait for each other here.
    if exists (
      select from lane where account_id = new.account_id and kind = 'payment-days' and key = 'all'
        and next_at > clock_timestamp() + interval '1 second'
        and (held_until is null or held_until <= clock_timestamp())
    ) then
      return null;
    end if;
    insert into lane (account_id, kind, key, endpoint, next_at)
      values (new.account_id, 'payment-days', 'all', 'payment-days', now() + interval '1 second')
      on conflict (account_id, kind, key) do update
        set wanted = lane.wanted + 1, next_at = coalesce(lane.next_at, now() + interval '1 second');
    perform set_config('app.payment_days_enqueued', xact || ':' || new.account_id, true);
  end if;
  return null;
end
$$;
create constraint trigger enqueue_payment_days after insert on payment_day_change
  deferrable initially deferred for each row execute function enqueue_payment_days();

-- An account that closes no days pays for one look into an empty table.
create function mark_payment_day_invoice() returns trigger language plpgsql as $$
begin
  insert into payment_day_change (invoice_id)
    select new.id where exists (select from payment_day where account_id = new.account_id and module_id = new.module_id);
  return null;
end
$$;
create trigger payment_day_invoice_added after insert on invoice for each row execute function mark_payment_day_invoice();
create trigger payment_day_invoice_changed after update on invoice for each row when (
  (old.amount, old.currency, old.status, old.failed_at, old.captured, old.refunded, old.paid_at, old.external_id)
  is distinct from
  (new.amount, new.currency, new.status, new.failed_at, new.captured, new.refunded, new.paid_at, new.external_id)
) execute function mark_payment_day_invoice();

create function mark_payment_day_refund() returns trigger language plpgsql as $$
begin
  insert into payment_day_change (invoice_id)
    select new.invoice_id where exists (select from payment_day where account_id = new.account_id);
  return null;
end
$$;
create trigger payment_day_refund_changed after insert or update on invoice_refund for each row
  execute function mark_payment_day_refund();

create function mark_payment_day_order_payment() returns trigger language plpgsql as $$
begin
  if exists (select from payment_day where account_id = old.account_id) then
    insert into payment_day_change (invoice_id)
      select id from invoice where account_id = old.account_id and payment_id = old.id;
  end if;
  return null;
end
$$;
create trigger payment_day_order_payment_changed after update on order_payment for each row
  when ((old.amount, old.status) is distinct from (new.amount, new.status))
  execute function mark_payment_day_order_payment();
create trigger payment_day_order_payment_deleted after delete on order_payment for each row
  execute function mark_payment_day_order_payment();
