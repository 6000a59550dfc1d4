-- The emoji of the users' side have one order, that of first use (D-68). A user who joins an emoji that a colleague holds
-- takes over its first use, so that its place stays when the colleague removes theirs. Null: this reaction is the first.
alter table reaction add first_use_id bigint;
alter table reaction no force row level security;
update reaction set first_use_id = first.id
  from (
    select account_id, message_id, emoji_key, min(id) as id from reaction where user_id is not null
    group by account_id, message_id, emoji_key having count(*) > 1
  ) first
  where reaction.account_id = first.account_id and reaction.message_id = first.message_id
    and reaction.emoji_key = first.emoji_key and reaction.user_id is not null and reaction.id <> first.id;
alter table reaction force row level security;
