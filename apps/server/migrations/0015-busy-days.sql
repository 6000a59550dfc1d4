-- Two things that cost PostgreSQL most at the height of a day.

-- What is only ever read with its row and never looked for needs no statistics. To compare thirty thousand documents with
-- each other took most of the time of every automatic analyze, once a minute at the height of a day.
alter table call
  alter column card set statistics 0,
  alter column legs set statistics 0,
  alter column source set statistics 0,
  alter column note set statistics 0;
alter table call_event
  alter column event set statistics 0,
  alter column steps set statistics 0;
alter table timeline
  alter column detail set statistics 0;
alter table traffic
  alter column request set statistics 0,
  alter column answer set statistics 0;
alter table message
  alter column detail set statistics 0;

-- A hangup that names no call is looked for by its number. With the module before the number PostgreSQL went through all
-- that had been open in the account since the last vacuum.
drop index call_open;
create index call_open on call (account_id, phone_key) where state in ('ringing', 'talking');
