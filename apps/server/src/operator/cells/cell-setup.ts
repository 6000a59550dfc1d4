import { withClient } from '../database-client.ts'
import { digestOfKey } from './move-store.ts'
import { REPLICATION_SETUP } from './replication-setup.ts'

// Makes an installation a cell: its name and the role for moves. Its range of account ids is in account/id-range.ts.

/** Past the owner's forced row-level security, and only for moves (SECURITY.md). */
const ROLE = `
  do $$ begin
    perform pg_advisory_xact_lock(7281996);
    if not exists (select from pg_roles where rolname = 'patchbay_mover') then create role patchbay_mover login; end if;
  end $$;
  alter role patchbay_mover bypassrls;
  grant pg_read_all_stats to patchbay_mover;
  grant set on parameter session_replication_role to patchbay_mover`

/** Also for the tables that later migrations create. */
const GRANTS = ['public', 'pgboss', 'cell', 'migration'].map(
  (schema) => `
  grant usage on schema ${schema} to patchbay_mover;
  grant select, insert, update, delete on all tables in schema ${schema} to patchbay_mover;
  grant usage, select, update on all sequences in schema ${schema} to patchbay_mover;
  grant execute on all functions in schema ${schema} to patchbay_mover;
  alter default privileges for role patchbay_owner in schema ${schema} grant select, insert, update, delete on tables to patchbay_mover;
  alter default privileges for role patchbay_owner in schema ${schema} grant usage, select, update on sequences to patchbay_mover;`,
)

export type CellSetup = {
  name: string
  secretKey: Buffer
  moverPassword?: string
  /** Also what moves by replication need. */
  replication?: boolean
}

/** As a superuser, on the database of the cell. Can be repeated. */
export const initCell = (adminUrl: string, setup: CellSetup): Promise<{ walLevel: string }> =>
  withClient(adminUrl, async (client) => {
    await client.query(ROLE)
    if (setup.moverPassword !== undefined)
      await client.query(`alter role patchbay_mover password ${client.escapeLiteral(setup.moverPassword)}`)
    await client.query(GRANTS.join('\n'))
    if (setup.replication) await client.query(REPLICATION_SETUP)
    await client.query(
      `insert into cell.installation (name, key_digest) values ($1, $2)
       on conflict (single) do update set name = excluded.name, key_digest = excluded.key_digest`,
      [setup.name, digestOfKey(setup.secretKey)],
    )
    return { walLevel: (await client.query('show wal_level')).rows[0].wal_level }
  })
