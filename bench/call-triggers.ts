// What the triggers that mark a day of the reports as stale cost a call event: the CPU time of server and PostgreSQL, in slices
// with and without the triggers in turn, so that other work on the machine concerns both alike.
import { startInstallation } from '@patchbay/testkit/installation'
import { createCustomers, createManagers, createPoster } from '@patchbay/testkit/load-generator'
import pg from 'pg'
import { type Bench, summary } from './bench.ts'
import { appBackends, cpuTimeUs } from './cpu-time.ts'
import { registerExchange } from './exchange.ts'

const HOST = 'one.test'
const CUSTOMERS = 2_000
/** A call rings, is answered, and ends. */
const EVENTS = ['in', 'answer', 'hangup'] as const
/** A share of the CPU time of the event. */
const BOUND = 0.25

const TRIGGERS = ['call_statistics_inserted', 'call_statistics_updated', 'call_statistics_deleted']

export const callTriggers: Bench = async (size) => {
  const [slices, calls] = [size('slices', 20), size('calls', 300)]
  const installation = await startInstallation({ LOG_LEVEL: 'error' })
  const admin = new pg.Client({ connectionString: installation.adminUrl })
  try {
    await admin.connect()
    const server = await installation.startServer()
    const tenant = await installation.createTenant('One', HOST, server)
    const managers = await createManagers(installation.adminUrl, HOST, 1)
    const phoneOf = await createCustomers(installation.adminUrl, HOST, CUSTOMERS, managers)
    await registerExchange(tenant, server, managers)
    const post = createPoster(
      server,
      `POST /api/v5/telephony/call/event HTTP/1.1\r\nHost: ${HOST}\r\nX-Api-Key: ${tenant.apiKey}\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\n',
    )
    const ring = async (n: number): Promise<void> => {
      const call = { phone: phoneOf(n), codes: managers.map(({ code }) => code), callExternalId: `call-${n}` }
      for (const type of EVENTS) {
        const more = type === 'hangup' ? { hangupStatus: 'answered' } : {}
        const event = encodeURIComponent(JSON.stringify({ ...call, ...more, type }))
        const status = await post(`event=${event}`)
        if (status !== 200) throw new Error(`a call event was refused with ${status}`)
      }
    }
    const used = async () => ({ server: cpuTimeUs([server]), database: cpuTimeUs(await appBackends(admin)) })
    const spent = { on: { server: [] as number[], database: [] as number[] }, off: { server: [], database: [] } }
    type Spent = { server: number[]; database: number[] }
    for (let slice = -2; slice < slices * 2; slice++) {
      const mode = slice % 2 === 0 ? 'on' : 'off'
      for (const trigger of TRIGGERS)
        await admin.query(`alter table call ${mode === 'on' ? 'enable' : 'disable'} trigger ${trigger}`)
      // The first call after the change plans its statements again.
      await ring((slice + 2) * (calls + 1))
      const before = await used()
      for (let n = 1; n <= calls; n++) await ring((slice + 2) * (calls + 1) + n)
      const after = await used()
      // The first slice of each warms up.
      if (slice < 0) continue
      const to: Spent = spent[mode]
      to.server.push((after.server - before.server) / (calls * EVENTS.length))
      to.database.push((after.database - before.database) / (calls * EVENTS.length))
    }
    const marked = Number((await admin.query('select count(*) as count from statistics_change')).rows[0].count)
    const median = (times: number[]) => Math.round(summary(times).p50)
    const costs = {
      on_us: { server: median(spent.on.server), database: median(spent.on.database) },
      off_us: { server: median(spent.off.server), database: median(spent.off.database) },
    }
    const off = costs.off_us.server + costs.off_us.database
    const share = Math.round(((costs.on_us.database - costs.off_us.database) / off) * 1000) / 1000
    const broken = [
      ...(share > BOUND ? [`the triggers cost ${share} of an event, ${BOUND} is the bound`] : []),
      ...(marked === 0 ? ['no day was marked'] : []),
    ]
    const details = { slices, calls_per_slice: calls, marked, ...costs, share }
    return { figures: { cpu_us: costs.on_us.server + costs.on_us.database }, details, broken }
  } finally {
    await admin.end().catch(() => undefined)
    await installation.close()
  }
}
