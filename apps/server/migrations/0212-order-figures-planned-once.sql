-- PostgreSQL plans the body of an SQL function again at each call, and keeps the plans of PL/pgSQL for the session. Each payment
-- check and each invoice asks for both figures of one order.
create or replace function order_fingerprint(wanted bigint) returns text language plpgsql stable parallel safe as $$
begin
  return (
    select md5(concat_ws('|', o.currency, trim_scale(o.total), trim_scale(o.discount), (
      select string_agg(concat_ws('|', i.name, trim_scale(i.price), trim_scale(i.quantity), i.vat), e'\n' order by i.place, i.id)
      from order_item i where i.account_id = o.account_id and i.order_id = o.id)))
    from customer_order o where o.account_id = current_account() and o.id = wanted
  );
end
$$;

create or replace function order_owed(wanted bigint, apart bigint) returns numeric language plpgsql stable parallel safe as $$
begin
  return (
    select o.total - coalesce((
      select sum(p.amount) from order_payment p
      join payment_status s on s.account_id = p.account_id and s.code = p.status
      where p.account_id = o.account_id and p.order_id = o.id and p.id <> apart and s.complete), 0)
    from customer_order o where o.account_id = current_account() and o.id = wanted
  );
end
$$;
