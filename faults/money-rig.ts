// The setup of the money faults: two servers, a worker, simulated banks with their own ledgers, and seeded invoices.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import {
  type Child,
  type Installation,
  type ServerChild,
  startInstallation,
  type Tenant,
} from '@patchbay/testkit/installation'
import { registerBank, type SeededInvoice, type SeededStatus, seedInvoices } from '@patchbay/testkit/invoice-seed'
import { sleep } from '@patchbay/testkit/services'
import pg from 'pg'

export type Rig = {
  installation: Installation
  servers: [ServerChild, ServerChild]
  worker: Child
  tenant: Tenant
  admins: [HttpClient, HttpClient]
  idempotent: Bank
  nonIdempotent: Bank
  /** The full size times the scale of the run. */
  sized: (full: number) => number
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  module: (bank: Bank, code: string, options?: { supportsStatus?: boolean }) => Promise<void>
  seed: (bank: Bank, code: string, count: number, status: SeededStatus) => Promise<SeededInvoice[]>
  close: () => Promise<void>
}

const HOST = 'one.test'

export const startRig = async (scale: number): Promise<Rig> => {
  // On a busy machine a worker of low priority gets no CPU time at all.
  const installation = await startInstallation({ LOG_LEVEL: 'error', WORKER_NICE: '0' })
  const servers: [ServerChild, ServerChild] = [await installation.startServer(), await installation.startServer()]
  const worker = await installation.startWorker()
  const [first] = servers
  const tenant = await installation.createTenant('One', HOST, first)
  await tenant
    .api(first)
    .post('/api/v5/reference/sites/main/edit', { site: { name: 'Main', url: 'https://main.test' } })
  const admin = await tenant.admin(first)
  const crm = () => tenant.api(first)
  const [idempotent, nonIdempotent] = [
    await startBank({ crm, idempotent: true, autoReport: false }),
    await startBank({ crm, idempotent: false, autoReport: false }),
  ]
  const pool = new pg.Pool({ connectionString: installation.adminUrl, max: 2 })
  // PostgreSQL is restarted on purpose, so broken connections are expected.
  pool.on('error', () => undefined)
  return {
    installation,
    servers,
    worker,
    tenant,
    admins: [admin, tenant.client(servers[1]).with({ cookie: admin.cookie() })],
    idempotent,
    nonIdempotent,
    sized: (full) => Math.max(1, Math.round(full * scale)),
    sql: async (text, values) => (await pool.query(text, values)).rows as never,
    module: (bank, code, { supportsStatus = false } = {}) =>
      registerBank(tenant, first, bank, { code, idempotent: bank === idempotent, supportsStatus }),
    seed: (bank, code, count, status) => seedInvoices(installation.adminUrl, HOST, bank, { code, count, status }),
    close: async () => {
      await pool.end()
      await installation.close()
      await idempotent.close()
      await nonIdempotent.close()
    },
  }
}

/** Processes a list with this many workers. */
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

const [MOST_TRIES, AGAIN_MS] = [100, 100]

/** As a client does that is asked to come back later (503): again until it is served. */
export const untilServed = async (send: () => Promise<Reply>): Promise<Reply> => {
  let reply = await send()
  for (let tries = 1; reply.status === 503 && tries < MOST_TRIES; tries++) {
    await sleep(AGAIN_MS)
    reply = await send()
  }
  return reply
}

export const requestOperation = (http: HttpClient, uuid: string, kind: string): Promise<Reply> =>
  http.postJson(`/workspace/invoices/${uuid}/operations`, { kind })

export type PartResult = { trials: number; bad: number } & Record<string, number>
