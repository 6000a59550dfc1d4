-- Texts that managers send often, with variables and files. Of one user, or shared by all.
create table canned_reply (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  owner_id bigint, -- null: shared
  shortcut text not null, -- lower case
  title text not null,
  text text not null,
  items jsonb not null default '[]', -- the files: their ids and captions
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  constraint canned_reply_shortcut unique nulls not distinct (account_id, owner_id, shortcut),
  foreign key (account_id, owner_id) references app_user on delete cascade
);
call protect('canned_reply');
