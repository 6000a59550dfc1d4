-- D-88: an account that has never mapped a status gets the mapping of a new account, where it has these payment statuses.
-- Row-level security binds the owner too: one account after another.
do $$
declare
  one integer;
begin
  for one in select distinct account_id from account_host loop
    perform set_config('app.account', one::text, true);
    insert into invoice_status_mapping (invoice_status, payment_status)
    select given.invoice_status, s.code
    from (values ('pending', 'not-paid'), ('waitingForCapture', 'wait-approved'), ('succeeded', 'paid'),
      ('canceled', 'canceled'), ('refundSucceeded', 'returned')) given (invoice_status, payment_status)
    join payment_status s on s.account_id = one and s.code = given.payment_status
    where not exists (select from invoice_status_mapping m where m.account_id = one);
  end loop;
  perform set_config('app.account', '', true);
end
$$;
