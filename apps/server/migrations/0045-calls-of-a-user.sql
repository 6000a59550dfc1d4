-- The calls of a user: those that rang at them have a card. The list of open cards has an index of its own.
create index on call_card (account_id, user_id, call_id);
