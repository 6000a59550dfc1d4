-- D-161: a key that was made for a module acts for none until that registers; one without the mark is a script's and acts for
-- all. Of the keys before, those of a one-step connection are known to be a module's. Servers of the version before make keys
-- without the mark while they run.
alter table api_key add column for_module boolean not null default false;

alter table api_key no force row level security;
update api_key set for_module = true where connected_host is not null;
alter table api_key force row level security;
