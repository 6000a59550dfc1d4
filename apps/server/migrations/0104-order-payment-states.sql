-- Whether an order is paid, for the filter of the list: the sum of its payments that count as paid against its total.
-- A table of its own: a payment that follows its invoice must not wait for a request that holds the lock of the order.
create table order_payment_state (
  account_id integer not null default current_account(),
  order_id bigint not null,
  state text not null check (state in ('unpaid', 'partly', 'paid')),
  primary key (account_id, order_id),
  foreign key (account_id, order_id) references customer_order on delete cascade
);
create index order_payment_state_found on order_payment_state (account_id, state, order_id);
call protect('order_payment_state');

create function payment_state_of(account integer, wanted bigint, total numeric) returns text
  language sql stable parallel safe
  return (
    select case when coalesce(sum(p.amount), 0) <= 0 then 'unpaid' when sum(p.amount) < total then 'partly' else 'paid' end
    from order_payment p
    join payment_status s on s.account_id = p.account_id and s.code = p.status
    where p.account_id = account and p.order_id = wanted and s.complete
  );

-- The first statement locks the rows; the second one then sees what a transaction that held them has committed, so that a new
-- total and a new payment at the same moment cannot miss each other.
create function refresh_payment_states(accounts integer[], orders bigint[]) returns void language plpgsql as $$
begin
  insert into order_payment_state
    select o.account_id, o.id, 'unpaid' from unnest(accounts, orders) given (account_id, id)
    join customer_order o on o.account_id = given.account_id and o.id = given.id
    order by 1, 2
  on conflict (account_id, order_id) do update set state = order_payment_state.state;
  update order_payment_state s set state = now.state
    from (
      select o.account_id, o.id, payment_state_of(o.account_id, o.id, o.total) as state
      from unnest(accounts, orders) given (account_id, id)
      join customer_order o on o.account_id = given.account_id and o.id = given.id
    ) now
    where s.account_id = now.account_id and s.order_id = now.id and s.state <> now.state;
end
$$;

create function follow_order_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_payment_state select account_id, id, 'unpaid' from added on conflict do nothing;
  else
    perform refresh_payment_states(array_agg(a.account_id order by a.account_id, a.id), array_agg(a.id order by a.account_id, a.id))
      from added a join removed r on r.account_id = a.account_id and r.id = a.id where r.total <> a.total;
  end if;
  return null;
end
$$;
create trigger payment_state_of_added after insert on customer_order
  referencing new table as added for each statement execute function follow_order_totals();
create trigger payment_state_of_changed after update on customer_order
  referencing old table as removed new table as added for each statement execute function follow_order_totals();

create function follow_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform refresh_payment_states(array_agg(account_id), array_agg(order_id))
      from (select distinct account_id, order_id from added order by 1, 2) changed;
  elsif tg_op = 'DELETE' then
    perform refresh_payment_states(array_agg(account_id), array_agg(order_id))
      from (select distinct account_id, order_id from removed order by 1, 2) changed;
  else
    perform refresh_payment_states(array_agg(account_id), array_agg(order_id))
      from (select distinct a.account_id, a.order_id from added a
            join removed r on r.account_id = a.account_id and r.id = a.id
            where r.amount <> a.amount or r.status <> a.status order by 1, 2) changed;
  end if;
  return null;
end
$$;
create trigger payment_state_added after insert on order_payment
  referencing new table as added for each statement execute function follow_payments();
create trigger payment_state_changed after update on order_payment
  referencing old table as removed new table as added for each statement execute function follow_payments();
create trigger payment_state_removed after delete on order_payment
  referencing old table as removed for each statement execute function follow_payments();

-- An administrator decides that a payment status counts as paid, or no longer does: rare, and all its orders follow.
create function follow_payment_status() returns trigger language plpgsql as $$
begin
  perform refresh_payment_states(array_agg(account_id), array_agg(order_id))
    from (select distinct account_id, order_id from order_payment
          where account_id = new.account_id and status = new.code order by 1, 2) changed;
  return null;
end
$$;
create trigger payment_state_of_status after update of complete on payment_status
  for each row when (old.complete <> new.complete) execute function follow_payment_status();

-- Row-level security binds the owner too: one account after another.
do $$
declare
  one integer;
begin
  for one in select distinct account_id from account_host loop
    perform set_config('app.account', one::text, true);
    insert into order_payment_state
      select account_id, id, payment_state_of(account_id, id, total) from customer_order where account_id = one;
  end loop;
  perform set_config('app.account', '', true);
end
$$;
