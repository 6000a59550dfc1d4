-- D-154: an abort opens the account at the source at once, also when the target does not answer. What the target then keeps is
-- deleted later; moves of before deleted it first.
alter table cell.account_move
  add column cleaned boolean not null default true,
  -- A pattern of the names of slots with which the target's PostgreSQL copies single tables.
  add column sync_slots text;

-- Bytes that are about to be stored. The row goes in the transaction that inserts what refers to them, so one that stays is of
-- an upload that was never completed, and its bytes are deleted.
create table file_upload (
  account_id integer not null default current_account() references account,
  id uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index on file_upload (account_id, created_at);
call protect('file_upload', 'select, insert, delete');
