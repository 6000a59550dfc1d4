-- An event is written once and never again: what is yet to be told stands in a narrow table of its own, and telling it
-- removes it there and adds a try. Changing the event instead wrote its whole body and an entry in each of its indexes
-- anew, which cost more than the delivery. Neither of the two tables refers to the event by a foreign key, which would look
-- at the event and lock it at each delivery: due is written in one statement with it, and both are removed with it.

create table webhook_due (
  account_id integer not null default current_account(),
  chat_id bigint not null,
  webhook_id bigint not null, -- within a chat in the order of sequence
  attempts integer not null default 0, -- of the plan of tries that is under way
  primary key (account_id, chat_id, webhook_id)
);
call protect('webhook_due');

alter table webhook add given_up_at timestamptz;
alter table webhook no force row level security;
alter table webhook_due no force row level security;
insert into webhook_due (account_id, chat_id, webhook_id, attempts)
  select account_id, chat_id, id, attempts from webhook where state = 'pending';
update webhook set given_up_at = done_at where state = 'failed';
alter table webhook force row level security;
alter table webhook_due force row level security;

alter table webhook drop column state, drop column attempts, drop column done_at; -- with the indexes on state
create index webhook_given_up on webhook (account_id, module_id, created_at) where given_up_at is not null;
-- The log of one chat; and that a chat has one order is the database's word. Nobody looks for an event by its event_id.
create unique index webhook_of_chat on webhook (account_id, chat_id, sequence);
alter table webhook drop constraint webhook_account_id_event_id_key;

-- A try is found by its event alone.
alter table webhook_attempt drop constraint webhook_attempt_account_id_webhook_id_fkey, drop constraint webhook_attempt_pkey;
drop index webhook_attempt_account_id_webhook_id_id_idx;
alter table webhook_attempt add primary key (account_id, webhook_id, id);
