-- A link to one exchange for somebody who has no account here: the author of the module. Of its token only the hash is
-- kept. It ends by its time, by an administrator's word, or with the exchange.

create table traffic_share (
  account_id integer not null default current_account(),
  id bigint generated always as identity,
  traffic_id bigint not null,
  token_hash bytea not null,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, traffic_id) references traffic on delete cascade,
  foreign key (account_id, created_by) references app_user
);
create index on traffic_share (account_id, traffic_id);
call protect('traffic_share', 'select, insert, delete');
