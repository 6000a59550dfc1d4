// Two private installations as cells, and a client that writes to an account wherever it is open.
import { createHttpClient } from '@patchbay/testkit/http-client'
import { type Installation, type ServerChild, startInstallation, type Tenant } from '@patchbay/testkit/installation'
import { writeCellsFile } from '@patchbay/testkit/mover'
import { paced, waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import type { Cell } from '../../src/operator/cells/cells-file.ts'

export type Side = {
  installation: Installation
  server: ServerChild
  /** A superuser of its database. */
  admin: pg.Client
  cell: Cell
  close: () => Promise<void>
}

export const initCell = (installation: Installation, name: string, ...more: string[]): Promise<string> =>
  installation.operator('cell', 'init', name, '--admin-url', installation.adminUrl, ...more)

const connectAdmin = async (installation: Installation): Promise<pg.Client> => {
  const admin = new pg.Client({ connectionString: installation.adminUrl })
  admin.on('error', () => undefined)
  await admin.connect()
  return admin
}

export const startSide = async (name: string, first: number, settings = ''): Promise<Side> => {
  const installation = await startInstallation({ LOG_LEVEL: 'error' }, { settings, cluster: name })
  await initCell(installation, name, '--range', `${first}-${first + 999_999}`)
  const server = await installation.startServer()
  const databaseUrl = installation.adminUrl.replace('postgres@', 'patchbay_mover@')
  const cell = { name, databaseUrl, servers: [`127.0.0.1:${server.port}`], fileFolder: installation.env.FILE_FOLDER }
  const side: Side = {
    ...{ installation, server, cell, admin: await connectAdmin(installation) },
    close: async () => {
      await side.admin.end().catch(() => undefined)
      await installation.close()
    },
  }
  return side
}

export const HOST = 'moved.test'
const LOGICAL = 'wal_level = logical'

/** An account in the east that is to be moved to the west. `cell init --replication` is left to the test. */
export const startCells = async () => {
  const [east, west] = await Promise.all([startSide('east', 1, LOGICAL), startSide('west', 1_000_001, LOGICAL)])
  const tenant = await east.installation.createTenant('Moved', HOST, east.server)
  const { rows } = await east.admin.query<{ id: number }>(`select id from account where name = 'Moved'`)
  const accountId = rows[0]?.id ?? 0
  return { east, west, tenant, accountId, cellsFile: await writeCellsFile([east.cell, west.cell]) }
}

/** PostgreSQL of the cell, after it was stopped. */
export const startAgain = async (side: Side): Promise<void> => {
  await side.installation.postgres.start()
  side.admin = await connectAdmin(side.installation)
}

/** Numbered customers, written at both cells by a client that repeats what was refused, as behind a late router. */
export const startWriting = (sides: readonly Side[], tenant: Tenant, label: string) => {
  const clients = sides.map(({ server }) =>
    createHttpClient(server.origin, { host: tenant.host, 'x-api-key': tenant.apiKey }),
  )
  const acknowledged: string[] = []
  let running = true
  let at = 0
  const isTaken = async (id: string): Promise<boolean> => {
    const customer = { externalId: id, firstName: id }
    const reply = await clients[at]?.post('/api/v5/customers/create', { customer }).catch(() => undefined)
    // A repeat of what was stored already, although its answer was lost, is refused as a duplicate.
    const taken = reply !== undefined && (reply.status < 300 || reply.text.includes('externalId'))
    if (taken) acknowledged.push(id)
    else at = 1 - at
    return taken
  }
  const write = (id: string) => waitUntil(`${id} is acknowledged`, async () => !running || (await isTaken(id)), 600_000)
  const all = (async () => {
    for (let n = 0; running; n++) await paced(20, () => write(`${label}-${n}`))
  })()
  return {
    acknowledged,
    /** Until more was written. */
    goesOn: async () => {
      const before = acknowledged.length
      await waitUntil('the account is written to', () => acknowledged.length > before + 20)
    },
    stop: async () => {
      running = false
      await all
    },
  }
}

export const customersAt = async ({ admin }: Side, accountId: number, label: string): Promise<string[]> => {
  const { rows } = await admin.query(
    'select external_id from customer where account_id = $1 and external_id like $2 order by id',
    [accountId, `${label}-%`],
  )
  return rows.map(({ external_id }) => external_id)
}

/** What a move may leave nowhere: a slot that is forgotten keeps the log until the disk is full. */
export const replicationOf = async ({ admin }: Side): Promise<string[]> => {
  const { rows } = await admin.query(`select slot_name as name from pg_replication_slots
    union all select pubname from pg_publication union all select subname from pg_subscription`)
  return rows.map(({ name }) => name)
}
