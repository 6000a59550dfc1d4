-- Imports of customers and orders from CSV files (docs/decisions/imports.md). The rows of the file are staged here; a worker
-- takes them in batches, and one transaction saves what a batch creates, the result of each row and the progress.
create table csv_import (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  kind text not null check (kind in ('customers', 'orders')),
  status text not null default 'uploaded' check (status in
    ('uploaded', 'reading', 'checking', 'checked', 'running', 'done', 'canceled', 'undoing', 'undone', 'failed')),
  paused boolean not null default false,
  file_id uuid not null, -- the key of the file in the storage
  file_name text not null,
  file_bytes bigint not null,
  encoding text not null,
  separator text not null,
  headings jsonb not null default '[]',
  mapping jsonb not null default '[]', -- the field of each column; null: not imported
  match_by text not null,
  on_match text not null check (on_match in ('create', 'update', 'skip')),
  shop text, -- for rows that name none
  row_count integer not null default 0,
  position integer not null default 0, -- the last row that the current step has finished
  counts jsonb not null default '{}', -- rows by result
  problem text, -- why it failed: a code
  created_by bigint not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  purged_at timestamptz, -- its rows and its file are deleted: it cannot be undone any more
  primary key (account_id, id),
  foreign key (account_id, created_by) references app_user
);
create index on csv_import (account_id, created_at);
call protect('csv_import');

create table csv_import_row (
  account_id integer not null default current_account(),
  import_id bigint not null,
  row_no integer not null, -- as spreadsheets number it: the heading is row 1
  cells jsonb not null,
  match_key text, -- what the row is matched by
  checked text, -- the result of the dry run
  outcome text, -- created, updated, skipped, failed; after an undo: undone, kept
  problems jsonb not null default '[]',
  entity_id bigint,
  customer_id bigint, -- the customer that was created with an order
  before json, -- what an updated entity was before
  after json, -- what the import made of it: an undo leaves what differs from this (json: the order of members is kept)
  primary key (account_id, import_id, row_no),
  foreign key (account_id, import_id) references csv_import on delete cascade
);
create index on csv_import_row (account_id, import_id, match_key, row_no) where match_key is not null;
create index on csv_import_row (account_id, import_id, checked, row_no);
create index on csv_import_row (account_id, import_id, outcome, row_no);
call protect('csv_import_row');

-- Which field a column with this heading was mapped to the last time.
create table csv_import_heading (
  account_id integer not null default current_account() references account,
  kind text not null,
  heading text not null, -- normalized
  field text not null, -- '': not imported
  primary key (account_id, kind, heading)
);
call protect('csv_import_heading');
