-- What an order still owes: its total less the payments that are paid, apart from the one that is asked about. The check
-- before a charge, the issue of an invoice and the sum of a payment go by the same figure. (D-87, D-89)
create function order_owed(wanted bigint, apart bigint) returns numeric
  language sql stable parallel safe
  return (
    select o.total - coalesce((
      select sum(p.amount) from order_payment p
      join payment_status s on s.account_id = p.account_id and s.code = p.status
      where p.account_id = o.account_id and p.order_id = o.id and p.id <> apart and s.complete), 0)
    from customer_order o where o.account_id = current_account() and o.id = wanted
  );
