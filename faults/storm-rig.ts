// The rig of the storm, of the failover and of the load without faults: servers, workers, two accounts with transports, a bank, and the load of all
// areas. `finish` ends the load and audits.
import { type Audit, seededRandom } from '@patchbay/testkit/audit'
import { type Bank, startBank } from '@patchbay/testkit/bank'
import type { Installation, ServerChild, Tenant } from '@patchbay/testkit/installation'
import { registerBank, seedInvoices } from '@patchbay/testkit/invoice-seed'
import { createManagers } from '@patchbay/testkit/load-generator'
import { freePort, sleep } from '@patchbay/testkit/services'
import { createAreas, createJournal, type Payable, type StormAccount } from './storm-areas.ts'
import { auditStorm } from './storm-audit.ts'
import type { Place } from './storm-chaos.ts'
import { type StormLoad, startStormLoad } from './storm-load.ts'
import { type Kind, startTransport, type Transport } from './webhook-transport.ts'

const DRAIN_MS = 180_000

/** Webhooks are retried at once: hours of retries do not fit into a run. */
export const STORM_ENV = {
  WEBHOOK_PLAN_SECONDS: [0, ...Array(400).fill(0.3)].join(','),
  WEBHOOK_REST_SECONDS: '1',
  WEBHOOK_TIMEOUT_MS: '3000',
  // On a busy machine a worker of low priority gets no CPU time at all.
  WORKER_NICE: '0',
  LOG_LEVEL: 'error',
}

/** A process that starts while PostgreSQL is down ends; its supervisor starts it again. */
const supervised =
  <T>(start: () => Promise<T>): (() => Promise<T>) =>
  async () => {
    for (let tries = 1; ; tries++) {
      try {
        return await start()
      } catch (error) {
        if (tries >= 60) throw error
        await sleep(1_000)
      }
    }
  }

type Random = () => number
type Servers = { places: Place[]; at: () => ServerChild; first: ServerChild }

/** Servers at fixed addresses: clients keep their address while the process behind it changes. */
const startServers = async (installation: Installation, count: number, random: Random): Promise<Servers> => {
  const servers: ServerChild[] = []
  const places: Place[] = []
  for (let n = 0; n < count; n++) {
    const port = await freePort()
    const start = supervised(() => installation.startServer({ PORT: String(port) }))
    const child = await start()
    servers.push(child)
    places.push({ name: `server ${n}`, child, start })
  }
  const at = () => servers[Math.floor(random() * servers.length)] as ServerChild
  return { places, at, first: servers[0] as ServerChild }
}

type Account = StormAccount & { transports: { transport: Transport; canary: string }[] }

const createAccount = async (
  installation: Installation,
  { at, first }: Servers,
  { name, kinds, random }: { name: string; kinds: readonly Kind[]; random: Random },
): Promise<Account & { tenant: Tenant }> => {
  const canary = `canary-${name}`
  const host = `${name}.test`
  const tenant = await installation.createTenant(name, host, first)
  const site = { name: 'Main', url: `https://${host}` }
  await tenant.api(first).post('/api/v5/reference/sites/main/edit', { site })
  const managers = await createManagers(installation.adminUrl, host, 1)
  const additionalCodes = managers.map(({ id, code }) => ({ userId: id, code }))
  const pbx = { code: 'pbx', clientId: 'c', integrations: { telephony: { additionalCodes } } }
  await tenant.api(first).post('/api/v5/integration-modules/pbx/edit', { integrationModule: pbx })
  const cookie = (await tenant.admin(first)).cookie()
  const account: Account & { tenant: Tenant } = {
    tenant,
    canary,
    api: () => tenant.api(at()),
    admin: () => tenant.client(at()).with({ cookie }),
    channels: [],
    messages: [],
    transports: [],
  }
  for (const [place, kind] of kinds.entries()) {
    const transport = await startTransport(kind, random)
    account.transports.push({ transport, canary })
    const { call, token } = await transport.connect(tenant, first, `transport-${place}`)
    const settings = { text: { reaction: 'both' }, reactions: { max_count: 2 } }
    const id = ((await call('/channels', { type: 'custom', settings })) as { id: number }).id
    account.channels.push({ id, transport: () => tenant.client(at()).with({ 'x-transport-token': token }) })
    for (let n = 0; n < 40; n++) {
      const chat = `${canary}-reactions-${n % 10}`
      const message = { type: 'text', external_id: `reacted-${canary}-${place}-${n}`, text: canary }
      const customer = { external_id: chat, nickname: chat }
      const sent = await call('/messages', { channel: id, external_chat_id: chat, customer, message })
      account.messages.push((sent as { message_id: number }).message_id)
    }
  }
  return account
}

/** Seeded invoices, each with the operation that a manager will request. */
const createInvoices = async (
  installation: Installation,
  tenant: Tenant,
  server: ServerChild,
  bank: Bank,
  count: number,
) => {
  await registerBank(tenant, server, bank, { code: 'bank', idempotent: true, supportsStatus: true })
  const seed = (status: 'pending' | 'waitingForCapture' | 'succeeded', share: number) =>
    seedInvoices(installation.adminUrl, tenant.host, bank, { code: 'bank', count: Math.ceil(count * share), status })
  const held = (await seed('waitingForCapture', 0.6)).map(
    (invoice, n): Payable => ({ ...invoice, kind: n % 3 === 0 ? 'cancel' : 'approve' }),
  )
  const paid = (await seed('succeeded', 0.4)).map((invoice): Payable => ({ ...invoice, kind: 'refund' }))
  const invoices = [...held, ...paid].sort((a, b) => (a.uuid < b.uuid ? -1 : 1))
  return { invoices, checked: await seed('pending', 0.1) }
}

/** The bank sends its reports until they are taken, and now and then loses the response of an operation. */
const runBank = (bank: Bank, random: Random) => {
  let isOver = false
  const sendAll = async () => {
    for (let next = bank.ledger.pendingReports.shift(); next; next = bank.ledger.pendingReports.shift()) {
      for (let isTaken = false; !isTaken; ) {
        const reply = await bank.sendReport(next).catch(() => undefined)
        isTaken = reply !== undefined && reply.status < 500
        if (!isTaken) await sleep(200)
      }
    }
  }
  const loop = (async () => {
    while (!isOver) {
      await sleep(300)
      if (random() < 0.15) bank.behave('effect-then-reset', { times: 1 })
      await sendAll()
    }
  })()
  return {
    stop: async () => {
      isOver = true
      bank.behave('normal')
      await loop
      await sendAll()
    },
  }
}

const isBad = (key: string): boolean => / 5(?!03)\d\d$/.test(key)

const figuresOf = ({ answers, acknowledged }: StormLoad, unacknowledged: number): Record<string, number> => ({
  writes_acknowledged: acknowledged(),
  never_acknowledged: unacknowledged,
  wrong_5xx: [...answers].filter(([key]) => isBad(key)).reduce((sum, [, n]) => sum + n, 0),
  ...Object.fromEntries([...answers].sort().map(([key, n]) => [`answers_${key.replace(' ', '_')}`, n])),
})

/** What the servers that still run logged about a response that should not have been. */
const printErrors = (places: readonly Place[]): void => {
  for (const { name, child } of places) {
    const errors = child
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":50'))
    for (const line of errors.slice(-5)) console.log(`${name}: ${line.slice(0, 600)}`)
  }
}

export type StormRig = {
  servers: Place[]
  workers: Place[]
  load: StormLoad
  /** Ends the load, waits until everything is settled, and audits. */
  finish: () => Promise<{ audit: Audit; figures: Record<string, number> }>
  close: () => Promise<void>
}

export type RigOptions = {
  seed: number
  servers: number
  workers: number
  /** Invoices with an operation to come. */
  invoices: number
  writesPerSecond: number
  readsPerSecond: number
  onAcknowledged?: () => void
  /** The bank and the receivers of webhooks do not fail either. */
  isCalm?: boolean
}

const KINDS = {
  failing: { one: ['effect-then-reset', 'flaps'], two: ['error', 'normal'] },
  calm: { one: ['normal', 'normal'], two: ['normal', 'normal'] },
} as const

export const startStormRig = async (installation: Installation, options: RigOptions): Promise<StormRig> => {
  // A stream of random numbers each, so that one does not depend on how often another was asked.
  const [loadRandom, random] = [seededRandom(options.seed), seededRandom(options.seed + 2)]
  const servers = await startServers(installation, options.servers, random)
  const workers: Place[] = []
  for (let n = 0; n < options.workers; n++) {
    const start = supervised(() => installation.startWorker())
    workers.push({ name: `worker ${n}`, child: await start(), start })
  }
  const kinds = options.isCalm ? KINDS.calm : KINDS.failing
  const one = await createAccount(installation, servers, { name: 'one', kinds: kinds.one, random })
  const two = await createAccount(installation, servers, { name: 'two', kinds: kinds.two, random })
  const transports = [...one.transports, ...two.transports]
  const bank = await startBank({ crm: one.api, idempotent: true, autoReport: false })
  const { invoices, checked } = await createInvoices(installation, one.tenant, servers.first, bank, options.invoices)
  await installation.analyzeTables()
  const journal = createJournal()
  const payable = [...invoices]
  const areas = createAreas({ accounts: [one, two], journal, random: loadRandom, payable, checked })
  const load = startStormLoad({ ...options, ...areas })
  const reporting = runBank(bank, options.isCalm ? () => 1 : random)
  return {
    servers: servers.places,
    workers,
    load,
    finish: async () => {
      const unacknowledged = await load.drain(DRAIN_MS)
      await reporting.stop()
      for (const { transport } of transports) transport.calm()
      const { adminUrl } = installation
      const { audit, figures } = await auditStorm({ adminUrl, journal, bank, invoices, transports })
      const own = figuresOf(load, unacknowledged)
      if ((own.wrong_5xx ?? 0) > 0) printErrors(servers.places)
      const stuck = audit.stuck + unacknowledged + (own.wrong_5xx ?? 0)
      return { audit: { ...audit, stuck }, figures: { ...own, ...figures } }
    },
    close: async () => {
      await Promise.all([bank.close(), ...transports.map(({ transport }) => transport.close())])
    },
  }
}
