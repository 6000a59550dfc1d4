// The latency of payment/check at 200 requests a second, each check stored with its result. The bound is for the
// server's own time.
import { startInstallation } from '@patchbay/testkit/installation'
import { registerBank, seedInvoices } from '@patchbay/testkit/invoice-seed'
import { type Bench, summary } from './bench.ts'
import { cpuTimeUs } from './cpu-time.ts'
import { sendSteadily, serverMs } from './load.ts'

const HOST = 'one.test'
const P99_MS = 20

export const paymentCheck: Bench = async (size) => {
  const [invoices, rate, seconds] = [size('invoices', 20_000), size('rate', 200), size('seconds', 30)]
  const installation = await startInstallation({ LOG_LEVEL: 'error' })
  try {
    const server = await installation.startServer()
    const tenant = await installation.createTenant('One', HOST, server)
    const api = tenant.api(server)
    await api.post('/api/v5/reference/sites/main/edit', { site: { name: 'Main', url: 'https://main.test' } })
    await registerBank(tenant, server, { url: 'http://127.0.0.1:9' }, { code: 'bank' })
    const seeded = await seedInvoices(installation.adminUrl, HOST, undefined, {
      code: 'bank',
      count: invoices,
      status: 'pending',
    })
    await installation.analyzeTables()
    const [inside, outside]: number[][] = [[], []]
    let refused = 0
    const one = async (): Promise<void> => {
      const { uuid } = seeded[Math.floor(Math.random() * seeded.length)] ?? { uuid: '' }
      const started = performance.now()
      const reply = await api.post('/api/v5/payment/check', {
        check: { invoiceUuid: uuid, amount: 100, currency: 'USD' },
      })
      outside?.push(performance.now() - started)
      inside?.push(serverMs(reply.headers))
      if (reply.status !== 200 || !(reply.body as { success: boolean }).success) refused++
    }
    await sendSteadily(rate, Math.min(10, seconds), one)
    for (const times of [inside, outside]) if (times) times.length = 0
    refused = 0
    const cpuBefore = cpuTimeUs([server])
    const rps = await sendSteadily(rate, seconds, one)
    const cpu_us = Math.round((cpuTimeUs([server]) - cpuBefore) / (rate * seconds))
    const within = summary(inside ?? [])
    const broken = [
      !(within.p99 <= P99_MS) && `p99 is ${within.p99} ms inside the server; ${P99_MS} is the bound`,
      refused > 0 && `${refused} checks were refused`,
    ].filter((bound) => typeof bound === 'string')
    const { p50, p99, max } = summary(outside ?? [])
    const inServer = {
      invoices,
      rps,
      n: within.n,
      inside_p50_ms: within.p50,
      inside_p99_ms: within.p99,
      inside_max_ms: within.max,
    }
    const details = { ...inServer, outside_p50_ms: p50, outside_p99_ms: p99, outside_max_ms: max, refused }
    const times = { p50_ms: within.p50, p95_ms: within.p95, p99_ms: within.p99 }
    return { figures: { rps, cpu_us, ...times, wrong: refused }, details, broken }
  } finally {
    await installation.close()
  }
}
