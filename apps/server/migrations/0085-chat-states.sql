-- A conversation is open, snoozed until a time, or closed. A new message of the customer opens it again.
alter table chat
  add state text not null default 'open' check (state in ('open', 'snoozed', 'closed')),
  add snoozed_until timestamptz,
  add state_at timestamptz, -- since when; null: open from the start
  add state_by bigint, -- the user who changed it; null: the customer, or the end of a snooze
  add constraint chat_snoozed check ((state = 'snoozed') = (snoozed_until is not null)),
  add foreign key (account_id, state_by) references app_user;

-- Each list is the beginning of an index: by state, of one manager, of nobody, unread. They replace the lists of all states.
create index chat_list on chat (account_id, state, active_at desc, id desc);
create index chat_list_manager on chat (account_id, state, manager_id, active_at desc, id desc);
create index chat_list_unassigned on chat (account_id, state, active_at desc, id desc) where manager_id is null;
create index chat_list_unread on chat (account_id, state, active_at desc, id desc) where unread > 0;
create index chat_list_manager_unread on chat (account_id, state, manager_id, active_at desc, id desc) where unread > 0;
create index chat_list_unassigned_unread on chat (account_id, state, active_at desc, id desc)
  where unread > 0 and manager_id is null;
drop index chat_account_id_active_at_id_idx;
drop index chat_account_id_active_at_id_idx1;
drop index chat_account_id_manager_id_active_at_id_idx;

-- Nobody has to be answered in a conversation that is closed, or before its snooze ends.
drop index chat_waiting;
create index chat_waiting on chat (account_id, waiting_since, id) where waiting_since is not null and state = 'open';
