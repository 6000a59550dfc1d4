-- D-94: every change of an order or a customer, field by field, for programs that poll. Writers insert changes without a
-- position, and a reader numbers the committed ones (docs/decisions/change-history.md).

create table history_change (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  subject text not null, -- order or customer
  subject_id bigint not null,
  shop_id bigint, -- null: a customer of no shop
  at timestamptz not null default now(),
  actor text not null, -- as in the timeline
  created boolean not null default false,
  field text not null,
  old_value jsonb,
  new_value jsonb,
  part jsonb not null default '{}', -- the item or the payment of the order that changed
  position bigint, -- null until a reader has seen it
  primary key (account_id, id)
);
create unique index history_change_position on history_change (account_id, subject, position) where position is not null;
create index history_change_new on history_change (account_id, subject, id) where position is null;
create index history_change_of_subject on history_change (account_id, subject, subject_id, position);
create index history_change_at on history_change (account_id, subject, at);
call protect('history_change', 'select, insert, update');

create table history_position (
  account_id integer not null default current_account() references account,
  subject text not null,
  last bigint not null,
  primary key (account_id, subject)
);
call protect('history_position', 'select, insert, update');
