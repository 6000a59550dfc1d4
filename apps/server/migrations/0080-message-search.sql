-- The words by which messages are found (docs/decisions/search.md). One row a word: the key leads to a word, and within a
-- word the newest message is read first, so that a common word costs no more than a rare one.
create table message_token (
  message_id bigint not null, -- first: the rows have no padding
  account_id integer not null default current_account() references account,
  token text collate "C" not null, -- lower case, without accents
  primary key (account_id, token, message_id)
);
call protect('message_token', 'select, insert, delete');

-- How far the lane and the job of message-search have come.
create table message_search (
  account_id integer primary key default current_account() references account,
  filled_to bigint, -- the oldest message that the lane has indexed; it goes from new to old
  expired_to bigint not null default 0 -- the newest message whose words were deleted because of its age
);
call protect('message_search');

insert into lane (account_id, kind, key, endpoint)
  select distinct account_id, 'message-search-fill', 'messages', 'search' from account_host;
