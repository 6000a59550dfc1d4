-- Two customers who turned out to be one person. The merged customer's row is deleted and its id leads to the one that was
-- kept; what it had is remembered, so that the merge can be undone. The timeline is append only: its entries stay with the
-- old id and are read with both.
create table customer_merge (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  kept_id bigint not null,
  merged_id bigint not null,
  external_id text, -- of the merged customer: shops keep sending it
  shop_id bigint,
  kept_before jsonb not null, -- the names and contacts of the one that was kept, before and after
  kept_after jsonb not null,
  merged jsonb not null, -- the other customer's row
  moved jsonb not null, -- the ids of what changed its owner, by kind
  user_id bigint not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id) references app_user
);
create unique index on customer_merge (account_id, merged_id) where undone_at is null;
create index on customer_merge (account_id, kept_id, id desc) where undone_at is null;
create index on customer_merge (account_id, external_id) where undone_at is null and external_id is not null;
call protect('customer_merge', 'select, insert, update');
