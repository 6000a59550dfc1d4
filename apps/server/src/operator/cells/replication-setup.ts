// What PostgreSQL must allow the role for moves so that it can move an account by logical replication. The role neither
// owns tables nor is a superuser: two functions do the little that needs the owner or a superuser (SECURITY.md).

/** Publication and subscription of a move have this name, and so the moves of two accounts never meet. */
export const replicationName = (accountId: number): string => `patchbay_move_${accountId}`

/** Of this move alone: a cell that was dead when its move was aborted finds its slot no more, and not that of the next move. */
export const slotName = (move: { id: string; accountId: number }): string =>
  `${replicationName(move.accountId)}_${move.id.slice(0, 8)}`

/** As the owner of the tables: only the owner may publish them. The filter keeps the rows of other accounts here. */
const PUBLISH = `
  create or replace function cell.publish_account(account integer, tables text[]) returns void
    language plpgsql security definer set search_path = pg_catalog as $$
  begin
    execute format('create publication %I for table %s with (publish = ''insert, update, delete'')', 'patchbay_move_' || account,
      (select string_agg(format('public.%I where (%I = %s)', name, case name when 'account' then 'id' else 'account_id' end, account), ', ')
       from unnest(tables) as name));
  end $$;
  create or replace function cell.unpublish_account(account integer) returns void
    language plpgsql security definer set search_path = pg_catalog as $$
  begin
    execute format('drop publication if exists %I', 'patchbay_move_' || account);
  end $$;
  alter function cell.publish_account(integer, text[]) owner to patchbay_owner;
  alter function cell.unpublish_account(integer) owner to patchbay_owner`

/**
 * As a superuser, since PostgreSQL 15 lets nobody else create a subscription. It is then given to the role for moves, so
 * that rows are applied with the rights of that role and it can drop the subscription. PostgreSQL 15 gives one only to a
 * superuser, hence the two changes of the role: they commit together, so that no session ever sees the first. It is
 * enabled later, when the source knows the names of its slots. An error is raised again without its context, which has
 * the connection string with the password.
 */
const SUBSCRIBE = `
  drop function if exists cell.subscribe_account(integer, text);
  drop function if exists cell.subscribe_account(integer, text, text);
  create or replace function cell.subscribe_account(account integer, source text, slot text, with_rows boolean) returns void
    language plpgsql security definer set search_path = pg_catalog as $$
  declare
    name text := 'patchbay_move_' || account;
    strong boolean;
  begin
    perform pg_advisory_xact_lock(7281996);
    select rolsuper into strong from pg_roles where rolname = 'patchbay_mover';
    execute format('create subscription %I connection %L publication %I with (create_slot = false, slot_name = %L, copy_data = %s, enabled = false)',
      name, source, name, slot, with_rows::text);
    if not strong then alter role patchbay_mover superuser; end if;
    execute format('alter subscription %I owner to patchbay_mover', name);
    if not strong then alter role patchbay_mover nosuperuser; end if;
  exception when others then
    raise exception using errcode = sqlstate, message = sqlerrm;
  end $$`

const FUNCTIONS = [
  'cell.publish_account(integer, text[])',
  'cell.unpublish_account(integer)',
  'cell.subscribe_account(integer, text, text, boolean)',
]

/** The role's own row_security = off: a replication connection that may not see all rows fails instead of copying none. */
export const REPLICATION_SETUP = [
  'alter role patchbay_mover replication',
  'alter role patchbay_mover set row_security = off',
  PUBLISH,
  SUBSCRIBE,
  ...FUNCTIONS.map(
    (name) => `revoke all on function ${name} from public; grant execute on function ${name} to patchbay_mover`,
  ),
].join(';\n')
