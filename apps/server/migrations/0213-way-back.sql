-- D-160: after a move by replication the changes at the target can flow back, so that the account can return in a moment.
-- The way back is a move out of the target, made with the move that it reverses, in the state 'ready'.
alter table cell.account_move
  add column way_back boolean not null default false, -- this move made one
  drop constraint account_move_state_check,
  add constraint account_move_state_check check
    (state in ('ready', 'planned', 'draining', 'frozen', 'copied', 'verified', 'decided', 'opened', 'done', 'aborted'));

-- As in 0026, without accounts that live in another cell: their old rows follow it, and nobody here works on them.
create or replace function count_backlog()
  returns table (what text, kind text, count bigint)
  language sql stable security definer set search_path = pg_catalog, public
begin atomic
  select 'lanes-ready', kind, count(*) from lane
  where next_at <= now() and not exists (select from cell.account_gate gate where gate.account_id = lane.account_id)
  group by kind
  union all
  select 'lanes-given-up', kind, count(*) from lane
  where given_up_at is not null and error_code is not null
    and not exists (select from cell.account_gate gate where gate.account_id = lane.account_id and gate.state = 'gone')
  group by kind
  union all
  select 'operations-need-person', '', count(*) from payment_operation operation
  where state = 'needs_human'
    and not exists (select from cell.account_gate gate where gate.account_id = operation.account_id and gate.state = 'gone');
end;
