-- D-137: an account that is closed refuses everybody, and is erased when its time has come. The app's role reads this and
-- writes nothing: only the owner's role closes an account or holds it.
create table account_closing (
  account_id integer primary key default current_account() references account (id),
  closed_at timestamptz,
  erase_at timestamptz,
  -- Why nothing of this account may be erased: a legal hold.
  held_because text,
  held_at timestamptz
);
call protect('account_closing', 'select');

-- Row-level security is forced on the owner too, so both see the account of the transaction and no other.
create function assert_erasable() returns void language plpgsql set search_path = pg_catalog, public as $$
begin
  if not exists (
    select from account_closing where account_id = current_account() and erase_at <= now() and held_because is null
  ) then
    raise exception 'account % is not to be erased', current_account();
  end if;
end $$;

-- Deletes some rows of a table of the account; returns how many.
create function erase_account_rows(target name, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  self record;
  gone integer;
begin
  perform assert_erasable();
  if target in ('account', 'account_host', 'account_closing') then
    raise exception 'the table % is erased last', target;
  end if;
  for self in
    select a.attname from pg_constraint x
      join pg_attribute a on a.attrelid = x.conrelid and a.attnum = x.conkey[array_length(x.conkey, 1)]
    where x.contype = 'f' and x.conrelid = x.confrelid and x.conrelid = format('public.%I', target)::regclass
  loop
    execute format('update public.%I set %I = null where account_id = current_account() and %I is not null',
      target, self.attname, self.attname);
  end loop;
  execute format('delete from public.%I where ctid = any (array(
      select ctid from public.%I where account_id = current_account() limit %s))', target, target, most);
  get diagnostics gone = row_count;
  return gone;
end $$;

-- The end of an account: nothing but its names is left, or a foreign key objects.
create function erase_closed_account() returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform assert_erasable();
  delete from clean_up_run where account_id = current_account();
  delete from lane where account_id = current_account();
  delete from statistics_change where account_id = current_account();
  delete from account_host where account_id = current_account();
  delete from account_closing where account_id = current_account();
  delete from account where id = current_account();
end $$;

revoke execute on function assert_erasable(), erase_account_rows(name, integer), erase_closed_account() from public;
grant execute on function erase_account_rows(name, integer), erase_closed_account() to patchbay_app;
