-- D-146: which messages name which files, so that a file can go with its last reference. Orders and customers name theirs in
-- attachment, canned replies in their own row.
create table message_file (
  account_id integer not null default current_account(),
  file_id uuid not null,
  message_id bigint not null,
  primary key (account_id, file_id, message_id),
  foreign key (account_id, file_id) references file on delete cascade,
  foreign key (account_id, message_id) references message on delete cascade
);
create index on message_file (account_id, message_id);
call protect('message_file', 'select, insert, delete');

-- The files that the items of a message or of a canned reply name.
create function item_file_ids(items jsonb) returns setof uuid language sql immutable as $$
  select distinct case when item ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (item ->> 'id')::uuid end
  from jsonb_array_elements(case when jsonb_typeof(items) = 'array' then items else '[]' end) item
$$;

create function record_message_files() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from message_file where account_id = new.account_id and message_id = new.id;
  end if;
  insert into message_file (account_id, file_id, message_id)
    select new.account_id, f.id, new.id from item_file_ids(new.detail -> 'items') named
    join file f on f.account_id = new.account_id and f.id = named;
  return null;
end
$$;
create trigger message_files_inserted after insert on message for each row
  when (new.detail ? 'items') execute function record_message_files();
create trigger message_files_updated after update of detail on message for each row
  when (old.detail -> 'items' is distinct from new.detail -> 'items') execute function record_message_files();

-- Of the next files in the order of their ids, deletes those that nothing refers to. One that was uploaded after "before" may
-- still be linked. last_id is null when there are no files after after_id.
create function delete_unused_files(before timestamptz, after_id uuid, most integer)
  returns table (last_id uuid, gone uuid[]) language sql as $$
  with walked as (
    select id, created_at from file where id > after_id order by id limit most
  ), deleted as (
    delete from file using walked where file.id = walked.id and walked.created_at < before
      and not exists (select from attachment a where a.file_id = file.id)
      and not exists (select from message_file m where m.file_id = file.id)
      and file.id not in (
        select named from canned_reply r cross join lateral item_file_ids(r.items) named where named is not null)
    returning file.id
  )
  select (select id from walked order by id desc limit 1), array(select id from deleted)
$$;

-- A lane that is done is deleted. One that is created again later begins above every fencing token that a worker of the old
-- one can have: a claim raises the token by one, and takes longer than a microsecond.
alter table lane alter column fence set default (extract(epoch from clock_timestamp()) * 1000000)::bigint;
