-- D-84: the answers to POSTs that carried an Idempotency-Key, for 24 hours. Answers are sealed: some contain a new key or secret.

create table idempotent_request (
  account_id integer not null default current_account(),
  caller text not null, -- key:<id> or module:<code>
  key text not null,
  fingerprint bytea not null, -- of path and parameters
  status smallint,
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (account_id, caller, key)
);
create index on idempotent_request (account_id, created_at);
call protect('idempotent_request', 'select, insert, update, delete');
