// The latency of payment/check at 200 requests a second, each check stored with its result, beside other requests to the same
// server. The bound is for the server's own time.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { startInstallation } from '@patchbay/testkit/installation'
import { registerBank, seedInvoices } from '@patchbay/testkit/invoice-seed'
import { type Bench, summary } from './bench.ts'
import { cpuTimeUs } from './cpu-time.ts'
import { createPatience, sendSteadily, serverMs } from './load.ts'

const HOST = 'one.test'
const P99_MS = 20

/** Orders are created and listed beside the checks. */
const createOthers = (api: HttpClient, { served }: ReturnType<typeof createPatience>) => {
  let failed = 0
  const items = [{ productName: 'Fern', initialPrice: 10, quantity: 1 }]
  const send = async (n: number): Promise<void> => {
    const reply = await served(() =>
      n % 3 === 0
        ? api.post('/api/v5/orders/create', { site: 'main', order: { items } })
        : api.get('/api/v5/orders', { limit: '20' }),
    )
    if (reply.status >= 300) failed++
  }
  return { send, failed: () => failed }
}

export const paymentCheck: Bench = async (size) => {
  const [invoices, rate, seconds] = [size('invoices', 20_000), size('rate', 200), size('seconds', 30)]
  const beside = size('beside', 60)
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
    const patience = createPatience()
    let wrong = 0
    const one = async (): Promise<void> => {
      const { uuid } = seeded[Math.floor(Math.random() * seeded.length)] ?? { uuid: '' }
      const started = performance.now()
      const check = { invoiceUuid: uuid, amount: 100, currency: 'USD' }
      const reply = await patience.served(() => api.post('/api/v5/payment/check', { check }))
      outside?.push(performance.now() - started)
      inside?.push(serverMs(reply.headers))
      if (reply.status !== 200 || !(reply.body as { success: boolean }).success) wrong++
    }
    const others = createOthers(api, patience)
    const both = async (duration: number): Promise<number> => {
      const besides = beside > 0 ? sendSteadily(beside, duration, others.send) : undefined
      const [rps] = await Promise.all([sendSteadily(rate, duration, one), besides])
      return rps
    }
    await both(Math.min(10, seconds))
    for (const times of [inside, outside]) if (times) times.length = 0
    wrong = 0
    patience.reset()
    const cpuBefore = cpuTimeUs([server])
    const rps = await both(seconds)
    const cpu_us = Math.round((cpuTimeUs([server]) - cpuBefore) / ((rate + beside) * seconds))
    const within = summary(inside ?? [])
    const broken = [
      !(within.p99 <= P99_MS) && `p99 is ${within.p99} ms inside the server; ${P99_MS} is the bound`,
      wrong > 0 && `${wrong} checks were refused`,
      patience.refused() > 0 && `${patience.refused()} requests had to be repeated`,
      others.failed() > 0 && `${others.failed()} of the other requests failed`,
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
    const details = {
      ...inServer,
      outside_p50_ms: p50,
      outside_p99_ms: p99,
      outside_max_ms: max,
      wrong,
      refused: patience.refused(),
    }
    const times = { p50_ms: within.p50, p95_ms: within.p95, p99_ms: within.p99 }
    const test = {
      size: `${rate} checks and ${beside} other requests a second for ${seconds} s, ${invoices} invoices`,
      figures: {
        checks: within.n,
        wrong,
        refused: patience.refused(),
        others_failed: others.failed(),
        checks_per_second: rps,
        cpu_us_per_request: cpu_us,
        ...times,
      },
      passed: wrong + others.failed() === 0 && within.n > 0,
    }
    return { figures: { rps, cpu_us, ...times, wrong: wrong + others.failed() }, details, broken, test }
  } finally {
    await installation.close()
  }
}
