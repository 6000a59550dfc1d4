-- What customers and orders are found by (docs/decisions/search.md). Under row-level security PostgreSQL uses an index only
-- for leakproof operators, so a search reads ranges of plain text instead of trigram or full-text indexes.
create table search_token (
  account_id integer not null default current_account() references account,
  entity "char" not null, -- c: a customer, o: an order
  entity_id bigint not null,
  kind "char" not null, -- w: a word, e: an email address, p: the digits of a phone, last one first, n: an order's number
  token text collate "C" not null, -- lower case, without accents; a word also in its folded Latin form
  primary key (account_id, entity, entity_id, kind, token)
);
-- Whole words come before longer ones, and the newest first within a word.
create index search_token_found on search_token (account_id, entity, kind, token, entity_id desc);
call protect('search_token', 'select, insert, delete');

-- How far the rows that existed before this table are indexed; a worker does it in batches (crm/search/lane.ts).
create table search_fill (
  account_id integer not null default current_account() references account,
  entity "char" not null,
  after_id bigint not null, -- the last one that is indexed
  primary key (account_id, entity)
);
call protect('search_fill');

insert into lane (account_id, kind, key, endpoint)
  select distinct account_id, 'search-fill', entity, 'search' from account_host, unnest(array['c', 'o']) entity;
