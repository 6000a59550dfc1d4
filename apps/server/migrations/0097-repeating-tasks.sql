-- Tasks that repeat: completing one creates the next, once.
alter table task
  add repeat text check (repeat in ('daily', 'weekly', 'monthly')),
  add repeat_day smallint, -- the day of the month it was first due on: the 31st is the last day of a shorter month
  add repeat_of bigint, -- the task whose completion created this one
  add chat_id bigint, -- where it was created from
  add call_id bigint;
create unique index task_repeat_once on task (account_id, repeat_of) where repeat_of is not null;
