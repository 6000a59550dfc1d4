-- Administrators look for what was given up first. There is little of it, so that the index costs deliveries nothing.

create index webhook_given_up on webhook (account_id, module_id, created_at) where state = 'failed';
