-- What a request was about, so that the trace of a call, an invoice or a message leads to it: call/17, invoice/<uuid>,
-- message/55. Most requests are about nothing of the kind.
alter table traffic add about text;
create index traffic_about on traffic (account_id, about, id) where about is not null;

-- What a transport was told of one message.
create index on webhook (account_id, message_id);
