-- Tasks are read in the order in which they are due; what is due at no time comes last. A column, since an index on an
-- expression serves nobody under row-level security.
alter table task add due_key timestamptz not null
  generated always as (coalesce(due_at, timestamptz '9999-12-31 00:00:00+00')) stored;
create index task_due on task (account_id, due_key, id) where done_at is null;
create index task_due_of on task (account_id, performer_id, due_key, id) where done_at is null;
drop index task_account_id_performer_id_due_at_idx;
