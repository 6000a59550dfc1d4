// What the money faults share: two servers, a worker, banks with books of their own, and invoices in any status.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import {
  type Child,
  type Installation,
  type ServerChild,
  startInstallation,
  type Tenant,
} from '@patchbay/testkit/installation'
import { registerBank, type SeededInvoice, type SeededStatus, seedInvoices } from '@patchbay/testkit/invoice-seed'
import type { Reply, Wire } from '@patchbay/testkit/wire'
import pg from 'pg'

export type Rig = {
  installation: Installation
  servers: [ServerChild, ServerChild]
  worker: Child
  tenant: Tenant
  admins: [Wire, Wire]
  keyed: Bank
  keyless: Bank
  /** So much of the full size. */
  sized: (full: number) => number
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  module: (bank: Bank, code: string, options?: { asks?: boolean }) => Promise<void>
  seed: (bank: Bank, code: string, count: number, status: SeededStatus) => Promise<SeededInvoice[]>
  close: () => Promise<void>
}

const HOST = 'one.test'

export const startRig = async (scale: number): Promise<Rig> => {
  const installation = await startInstallation({ LOG_LEVEL: 'error' })
  const servers: [ServerChild, ServerChild] = [await installation.startServer(), await installation.startServer()]
  const worker = await installation.startWorker()
  const [first] = servers
  const tenant = await installation.createTenant('One', HOST, first)
  await tenant
    .api(first)
    .post('/api/v5/reference/sites/main/edit', { site: { name: 'Main', url: 'https://main.test' } })
  const admin = await tenant.admin(first)
  const crm = () => tenant.api(first)
  const [keyed, keyless] = [
    await startBank({ crm, keyed: true, tells: false }),
    await startBank({ crm, keyed: false, tells: false }),
  ]
  const pool = new pg.Pool({ connectionString: installation.adminUrl, max: 2 })
  // The rig restarts PostgreSQL: a connection that dies is not news.
  pool.on('error', () => undefined)
  return {
    installation,
    servers,
    worker,
    tenant,
    admins: [admin, tenant.wire(servers[1]).with({ cookie: admin.cookie() })],
    keyed,
    keyless,
    sized: (full) => Math.max(1, Math.round(full * scale)),
    sql: async (text, values) => (await pool.query(text, values)).rows as never,
    module: (bank, code, { asks = false } = {}) =>
      registerBank(tenant, first, bank, { code, keyed: bank === keyed, asks }),
    seed: (bank, code, count, status) => seedInvoices(installation.adminUrl, HOST, bank, { code, count, status }),
    close: async () => {
      await pool.end()
      await installation.close()
      await keyed.close()
      await keyless.close()
    },
  }
}

/** Works through a list, so many at a time. */
export const inParallel = async <T>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<void>,
) => {
  let next = 0
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as T, index)
  }
  await Promise.all(Array.from({ length: width }, lane))
}

export const press = (wire: Wire, uuid: string, kind: string): Promise<Reply> =>
  wire.postJson(`/workspace/invoices/${uuid}/operations`, { kind })

export type Found = { trials: number; bad: number } & Record<string, number>
