-- D-81: a key acts for the modules in this list: none until the first registration, one afterwards, several only where an
-- administrator allowed it. Until now it acted for whatever modules had been registered with it last.
alter table api_key
  add modules text[] not null default '{}',
  add several_modules boolean not null default false,
  add connected_host text; -- D-83: set for a key of a one-step connection, the host that it was sent to

alter table api_key no force row level security;
alter table integration_module no force row level security;
update api_key k set modules = case when k.module_code is not null then array[k.module_code] else array(
  select m.code from integration_module m
  where m.account_id = k.account_id and m.api_key_id = k.id and m.removed_at is null order by m.code) end;
update api_key set several_modules = true where cardinality(modules) > 1;
alter table api_key force row level security;
alter table integration_module force row level security;

-- module_code is no longer read; it stays for servers of the version before, which run while this one starts.
comment on column api_key.module_code is 'replaced by modules';
