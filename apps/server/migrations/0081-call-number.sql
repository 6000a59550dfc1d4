-- Calls are found by the last digits of the number: the digits, last one first, so that they are the beginning of a text.
-- A column, since row-level security uses an index for `>=` on a column but not on an expression.
alter table call add column phone_end text collate "C"
  generated always as (reverse(regexp_replace(phone_key, '\D', '', 'g'))) stored;
create index call_by_number on call (account_id, phone_end, started_at desc);
