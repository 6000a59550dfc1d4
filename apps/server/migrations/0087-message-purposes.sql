-- What a message of ours is for: it carries a payment link, or it is a proposal. Its task, if it has one, waits for the
-- customer's answer.
create table message_purpose (
  account_id integer not null default current_account(),
  message_id bigint not null,
  kind text not null check (kind in ('payment-link', 'proposal')),
  invoice_id uuid, -- of a payment link; no foreign key: invoices belong to another area
  order_id bigint,
  task_id bigint,
  primary key (account_id, message_id),
  check ((kind = 'payment-link') = (invoice_id is not null)),
  foreign key (account_id, message_id) references message on delete cascade,
  foreign key (account_id, order_id) references customer_order,
  foreign key (account_id, task_id) references task
);
create index on message_purpose (account_id, invoice_id) where invoice_id is not null;
create index on message_purpose (account_id, order_id) where order_id is not null;
create index on message_purpose (account_id, task_id) where task_id is not null;
call protect('message_purpose');

-- A payment completes the task that waits for an answer to its link.
create index task_awaited_answers on task (account_id, order_id) where reason = 'answer-pending' and done_at is null;
