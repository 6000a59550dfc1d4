// An account with what the measured requests need: managers with extensions, customers, orders with invoices, chats.
import type { Socket } from 'node:net'
import type { Installation, ServerChild, Tenant } from '@patchbay/testkit/installation'
import { registerBank, seedInvoices } from '@patchbay/testkit/invoice-seed'
import { createCustomers, createManagers, type Manager, openStream } from '@patchbay/testkit/load-generator'
import { connectTransport } from './chats.ts'
import { registerExchange } from './exchange.ts'

export type AccountSizes = { managers: number; customers: number; orders: number; chats: number }

export type LoadAccount = {
  tenant: Tenant
  managers: Manager[]
  customers: number
  /** The phone of the nth customer; beyond the last one it is a number that nobody has. */
  phoneOf: (n: number) => string
  /** Of invoices that wait for their payment. */
  invoices: string[]
  /** The messages of chats, one of each chat. */
  messages: number[]
}

/** Nothing listens there: what is queued for a module stays queued, since no worker runs. */
const NOWHERE = 'http://127.0.0.1:9'

export const prepareAccount = async (
  installation: Installation,
  server: ServerChild,
  host: string,
  sizes: AccountSizes,
): Promise<LoadAccount> => {
  const tenant = await installation.createTenant(host, host, server)
  const managers = await createManagers(installation.adminUrl, host, sizes.managers)
  const phoneOf = await createCustomers(installation.adminUrl, host, sizes.customers, managers)
  await registerExchange(tenant, server, managers)
  const site = { name: 'Main', url: 'https://main.test' }
  await tenant.api(server).post('/api/v5/reference/sites/main/edit', { site })
  await registerBank(tenant, server, { url: NOWHERE }, { code: 'bank' })
  const invoice = { code: 'bank', count: sizes.orders, status: 'pending' } as const
  const seeded = await seedInvoices(installation.adminUrl, host, undefined, invoice)
  const messages = await connectTransport(tenant, server, { code: 'chat', url: NOWHERE, chats: sizes.chats })
  return { tenant, managers, customers: sizes.customers, phoneOf, invoices: seeded.map(({ uuid }) => uuid), messages }
}

/** The lookup answers with managers who are present, and a manager is present while a workspace is open. */
export const openWorkspaces = async (server: ServerChild, account: LoadAccount): Promise<() => void> => {
  const streams: Socket[] = []
  for (const manager of account.managers)
    streams.push(await openStream(server, account.tenant.host, manager, () => undefined))
  return () => {
    for (const stream of streams) stream.destroy()
  }
}
