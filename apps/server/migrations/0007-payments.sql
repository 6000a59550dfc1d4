-- Payments: the shops of payment modules, invoices with exactly the five statuses of the interface, the operations that
-- people ask modules for, and everything that modules tell us. What may not happen is kept out here, whatever code does.

-- The shops that a module has with its acquirer. One that an update leaves out stays, for the invoices that were issued
-- through it, and nothing new can be paid through it. (P-04, P-06)
create table payment_shop (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  module_id bigint not null,
  code text not null,
  name text not null,
  active boolean not null,
  removed_at timestamptz,
  primary key (account_id, id),
  unique (account_id, module_id, code),
  foreign key (account_id, module_id) references integration_module
);
call protect('payment_shop');

-- A payment type that is bound to a shop is paid by invoices of its module. (P-05, P-23)
alter table payment_type
  add shop_id bigint,
  add foreign key (account_id, shop_id) references payment_shop;
create index on payment_type (account_id, shop_id) where shop_id is not null;
create index on order_payment (account_id, type);

-- D-50: which payment status follows an invoice status; a row without a type holds for all that have none of their own.
create table invoice_status_mapping (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  payment_type text,
  invoice_status text not null check (invoice_status in ('pending', 'waitingForCapture', 'succeeded', 'canceled', 'refundSucceeded')),
  payment_status text not null,
  primary key (account_id, id),
  unique nulls not distinct (account_id, payment_type, invoice_status),
  foreign key (account_id, payment_type) references payment_type on delete cascade,
  foreign key (account_id, payment_status) references payment_status on delete cascade
);
call protect('invoice_status_mapping');

-- P-16: the account's own words around the payment link; without a row, ours.
create table payment_letter (
  account_id integer not null default current_account() references account,
  subject text not null,
  body text not null,
  primary key (account_id)
);
call protect('payment_letter');

-- What of an order a client pays for, as one text: when it differs from what it was at the time of issue, the invoice is
-- stale. A comment or a new manager changes nothing here. (D-51)
create function order_fingerprint(wanted bigint) returns text
  language sql stable parallel safe
  return (
    select md5(concat_ws('|', o.currency, trim_scale(o.total), trim_scale(o.discount), (
      select string_agg(concat_ws('|', i.name, trim_scale(i.price), trim_scale(i.quantity), i.vat), e'\n' order by i.place, i.id)
      from order_item i where i.account_id = o.account_id and i.order_id = o.id)))
    from customer_order o where o.account_id = current_account() and o.id = wanted
  );

-- The order and the payment are not foreign keys: an invoice outlives them, and check says that they are gone.
create table invoice (
  account_id integer not null default current_account() references account,
  id uuid not null,
  payment_id bigint not null,
  order_id bigint not null,
  order_number text not null,
  customer_id bigint,
  shop_id bigint not null,
  module_id bigint not null,
  amount numeric not null check (amount > 0),
  currency char(3) not null,
  email text not null default '',
  phone text not null default '',
  return_url text,
  fingerprint text, -- of the order when the invoice was issued; null when it was imported
  -- Null until the module has confirmed that the invoice exists.
  status text check (status in ('pending', 'waitingForCapture', 'succeeded', 'canceled', 'refundSucceeded')),
  failed_at timestamptz, -- the module refused to create it
  external_id text, -- the module's paymentId
  link text,
  error_msg text,
  cancellation_details text,
  discount_amount numeric,
  refundable boolean,
  cancellable boolean,
  authorised numeric not null default 0,
  captured numeric not null default 0,
  refunded numeric not null default 0,
  paid_at timestamptz,
  expired_at timestamptz, -- when a hold or a link ends
  expiry_warned_at timestamptz,
  asked_at timestamptz not null default now(), -- when the module was last asked for the status (D-46)
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  check (refunded >= 0 and refunded <= captured),
  foreign key (account_id, shop_id) references payment_shop,
  foreign key (account_id, module_id) references integration_module
);
create unique index one_live_invoice on invoice (account_id, payment_id)
  where (status is null and failed_at is null) or status in ('pending', 'waitingForCapture', 'succeeded');
create index on invoice (account_id, payment_id);
create index on invoice (account_id, order_id);
create index on invoice (account_id, module_id, external_id);
create index invoice_to_ask on invoice (account_id, asked_at) where status in ('pending', 'waitingForCapture', 'succeeded');
create index on invoice (account_id, expired_at) where status = 'waitingForCapture' and expiry_warned_at is null;
call protect('invoice');

-- Every move, once. Append only.
create table invoice_history (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  invoice_id uuid not null,
  at timestamptz not null default now(),
  from_status text,
  to_status text not null,
  cause text not null, -- operation:<id>, inbox:<id>, import
  actor text not null,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoice,
  -- Interface 3.1, once more: a move that is not listed there cannot be written down, and so cannot be made. (P-15)
  constraint a_move_of_the_table check (cause = 'import' or (coalesce(from_status, ''), to_status) in (
    ('', 'pending'), ('pending', 'succeeded'), ('pending', 'waitingForCapture'), ('waitingForCapture', 'succeeded'),
    ('pending', 'canceled'), ('waitingForCapture', 'canceled'), ('succeeded', 'refundSucceeded')))
);
create unique index on invoice_history (account_id, invoice_id, to_status); -- no status is reached twice
create index on invoice_history (account_id, invoice_id, id);
call protect('invoice_history', 'select, insert');

-- A press of a button, with a key of its own that stays the same however often it is sent. Between sending and a clear
-- answer its outcome is unknown, and the invoice stands where it stood. (D-45, D-46)
create table payment_operation (
  account_id integer not null default current_account(),
  id uuid not null, -- the Idempotency-Key
  invoice_id uuid not null,
  kind text not null check (kind in ('create', 'approve', 'cancel', 'refund')),
  amount numeric, -- of a refund
  reissue boolean not null default false, -- a cancel after which a new invoice is issued (D-51)
  state text not null default 'requested'
    check (state in ('requested', 'sent', 'unknown', 'accepted', 'confirmed', 'rejected', 'superseded', 'needs_human')),
  tries integer not null default 0,
  looks integer not null default 0, -- how often its outcome was asked for
  doubtful boolean not null default false, -- some try of it may have had its effect
  fence bigint not null default 0,
  next_at timestamptz not null default now(), -- when it is to be sent or looked after; while sent, the end of the lease
  requested_by text not null,
  sent_at timestamptz,
  sent_text text, -- what was sent, and what came back
  answer_text text,
  refund_external_id text,
  error_msg text,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by text,
  resolution text,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoice
);
create unique index one_open_operation on payment_operation (account_id, invoice_id)
  where state in ('requested', 'sent', 'unknown', 'accepted', 'needs_human');
create index on payment_operation (account_id, invoice_id, created_at);
call protect('payment_operation');

-- What modules told us, exactly as it came, before anybody judged it. Append only. (D-42)
create table invoice_inbox (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  source text not null, -- key:<id> or status:<module>
  invoice_id uuid,
  report jsonb not null,
  primary key (account_id, id)
);
create index on invoice_inbox (account_id, invoice_id, id);
call protect('invoice_inbox', 'select, insert');

create table invoice_refund (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  invoice_id uuid not null,
  operation_id uuid,
  external_id text, -- the module's refund id
  amount numeric not null check (amount > 0),
  status text not null check (status in ('succeeded', 'canceled', 'pending')),
  comment text not null default '',
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoice
);
create unique index on invoice_refund (account_id, invoice_id, external_id) where external_id is not null;
create unique index on invoice_refund (account_id, operation_id) where operation_id is not null;
create index on invoice_refund (account_id, invoice_id, id);
call protect('invoice_refund');

-- Where money and invoice disagree: for an administrator to work through.
create table discrepancy (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  inbox_id bigint,
  invoice_id uuid,
  module_code text,
  kind text not null,
  detail jsonb not null default '{}',
  resolved_at timestamptz,
  resolved_by text,
  resolution text,
  primary key (account_id, id)
);
create index on discrepancy (account_id, id desc) where resolved_at is null;
create index on discrepancy (account_id, invoice_id);
call protect('discrepancy');

-- Each check before a charge, with its verdict and the version of the order that it was given for.
create table invoice_check (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  invoice_id uuid,
  given text not null,
  refusal text, -- null: passed
  order_version bigint,
  primary key (account_id, id)
);
create index on invoice_check (account_id, invoice_id, id);
create index on invoice_check (account_id, at);
call protect('invoice_check', 'select, insert, delete');
