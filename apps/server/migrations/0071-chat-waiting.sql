-- Since when the customer waits for a reply: from the first message after our last one. Null: nobody waits.
alter table chat add waiting_since timestamptz;

-- Conversations that are unread now count from their first unread message.
alter table chat no force row level security;
alter table message no force row level security;
update chat c set waiting_since = waiting.since
from (
  select m.account_id, m.chat_id, min(m.created_at) as since from message m
  where m.originator = 'customer' and m.read_at is null group by m.account_id, m.chat_id) waiting
where c.unread > 0 and c.account_id = waiting.account_id and c.id = waiting.chat_id;
alter table message force row level security;
alter table chat force row level security;

create index chat_waiting on chat (account_id, waiting_since, id) where waiting_since is not null;
