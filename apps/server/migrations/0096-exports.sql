-- Lists exported as CSV (docs/decisions/exports.md). A small one is streamed when it is downloaded; a big one is written to a
-- file by a worker.
create table list_export (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  list text not null,
  query jsonb not null, -- the filter, as the list itself takes it
  columns jsonb not null, -- with the headings in the user's language
  separator text not null,
  status text not null check (status in ('ready', 'running', 'done', 'failed')), -- ready: streamed when downloaded
  rows integer not null default 0,
  file_id uuid,
  file_bytes bigint,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, created_by) references app_user
);
create index on list_export (account_id, created_by, id desc);
create index on list_export (account_id, expires_at);
call protect('list_export');
