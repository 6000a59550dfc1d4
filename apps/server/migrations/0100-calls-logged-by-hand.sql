-- A user logs a call that no exchange saw, made from a mobile phone: it has no module, and only its author or an
-- administrator may change it. Servers of the earlier version leave such calls out of their lists, which join the module.
alter table call alter module_id drop not null,
  add logged_by bigint,
  add foreign key (account_id, logged_by) references app_user,
  add constraint call_reported_or_logged check ((module_id is null) = (logged_by is not null));

-- Each filter of the list of calls has an index in the order of the list; what is common, such as the direction, is read
-- along the index of all calls.
create index call_by_result on call (account_id, result, started_at);
create index call_by_shop on call (account_id, shop_id, started_at) where shop_id is not null;
create index call_missed on call (account_id, started_at) where missed;
create index call_with_recording on call (account_id, started_at) where record_url is not null;

-- When such a call is deleted, the last task about the caller's missed calls says whether the call had completed it.
create index task_missed_call_by_customer on task (account_id, customer_id, id)
  where reason = 'missed-call' and customer_id is not null;
create index task_missed_call_by_phone on task (account_id, phone, id)
  where reason = 'missed-call' and customer_id is null;
