-- Messages of before. In a transaction of its own: the triggers of 0206 lock the table until theirs commits, and while this runs
-- they record what is written.
do $$
declare
  account integer;
begin
  for account in select distinct account_id from account_host loop
    perform set_config('app.account', account::text, true);
    insert into message_file (file_id, message_id)
      select f.id, m.id from message m cross join lateral item_file_ids(m.detail -> 'items') named
      join file f on f.account_id = m.account_id and f.id = named
      where m.detail ? 'items'
      on conflict do nothing;
  end loop;
  perform set_config('app.account', '', true);
end
$$;
