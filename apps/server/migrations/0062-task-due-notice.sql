-- When the assignee of a task was notified that it is due. Tasks that were due before this version are not announced.
alter table task add column due_notified_at timestamptz;
alter table task no force row level security;
update task set due_notified_at = now() where due_at <= now();
alter table task force row level security;
create index on task (account_id, due_at) where done_at is null and due_notified_at is null and performer_id is not null;
