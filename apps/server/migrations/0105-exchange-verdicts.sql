-- What a request to a module was for, what it looked like on the wire, and by which request of ours it was caused. Rows of
-- earlier versions have none of it. Only ever read with the row: no statistics.
alter table traffic
  add purpose jsonb,
  add request_id text,
  add sent jsonb,
  add received jsonb,
  alter purpose set statistics 0,
  alter request_id set statistics 0,
  alter sent set statistics 0,
  alter received set statistics 0;
