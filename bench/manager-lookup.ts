// The latency of the routing lookup (which manager should get this call?) with a million customers in the account, at
// 500 requests a second.
import { Agent, request } from 'node:http'
import { type ServerChild, startInstallation, type Tenant } from '@patchbay/testkit/installation'
import { createCustomers, createManagers, openStream } from '@patchbay/testkit/load-generator'
import { type Bench, summary } from './bench.ts'
import { watchCpuSteal } from './cpu-steal.ts'
import { cpuTimeUs } from './cpu-time.ts'
import { registerExchange } from './exchange.ts'
import { createPatience, sendSteadily } from './load.ts'

const HOST = 'one.test'
const P99_MS = 20
/** Managers with an open workspace; the customers are assigned to them in turn. */
const MANAGERS = 50
/**
 * After some 16,000 requests V8 optimises a hundred functions within a second, on the CPUs that serve the requests; the
 * measurement starts after that.
 */
const WARM_UP_S = 60

type LookupResult = { status: number; found: boolean; ms: number }

const createLookup = (server: ServerChild, tenant: Tenant) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const headers = { host: HOST, 'x-api-key': tenant.apiKey }
  return (phone: string): Promise<LookupResult> =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      const path = `/api/v5/telephony/manager?phone=${encodeURIComponent(phone)}`
      const lookup = request({ agent, host: '127.0.0.1', port: server.port, path, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => {
          const [status, found] = [response.statusCode ?? 0, text.includes('"manager"')]
          resolve({ status, found, ms: performance.now() - started })
        })
      })
      lookup.on('error', reject)
      lookup.end()
    })
}

export const managerLookup: Bench = async (size) => {
  const [customers, rate, seconds] = [size('customers', 1_000_000), size('rate', 500), size('seconds', 30)]
  const warmUp = size('warm-up', WARM_UP_S)
  const installation = await startInstallation({ LOG_LEVEL: 'error' })
  try {
    const server = await installation.startServer()
    const tenant = await installation.createTenant('One', HOST, server)
    const managers = await createManagers(installation.adminUrl, HOST, MANAGERS)
    const phoneOf = await createCustomers(installation.adminUrl, HOST, customers, managers)
    await registerExchange(tenant, server, managers)
    const streams = []
    for (const manager of managers) streams.push(await openStream(server, HOST, manager, () => undefined))
    const ask = createLookup(server, tenant)
    const answers: { at: number; ms: number }[] = []
    const patience = createPatience()
    let missing = 0
    const one = async (): Promise<void> => {
      const at = performance.now()
      const phone = phoneOf(Math.floor(Math.random() * customers))
      const { found, ms } = await patience.served(() => ask(phone))
      answers.push({ at, ms })
      if (!found) missing++
    }
    await sendSteadily(rate, warmUp, one)
    answers.length = 0
    missing = 0
    patience.reset()
    const host = watchCpuSteal()
    const cpuBefore = cpuTimeUs([server])
    const rps = await sendSteadily(rate, seconds, one)
    const cpu_us = Math.round((cpuTimeUs([server]) - cpuBefore) / answers.length)
    host.stop()
    for (const stream of streams) stream.destroy()
    const all = summary(answers.map(({ ms }) => ms))
    const undisturbed = summary(answers.filter(({ at }) => !host.at(at)).map(({ ms }) => ms))
    const broken = [
      !(all.p99 <= P99_MS) && `p99 is ${all.p99} ms; ${P99_MS} is the bound`,
      missing > 0 && `${missing} lookups found no manager`,
      patience.refused() > 0 && `${patience.refused()} lookups had to be repeated`,
    ].filter((bound) => typeof bound === 'string')
    const details = {
      customers,
      rps,
      n: all.n,
      p50_ms: all.p50,
      p99_ms: all.p99,
      max_ms: all.max,
      disturbedSeconds: host.seconds(),
      n_undisturbed: undisturbed.n,
      p99_undisturbed_ms: undisturbed.p99,
      missing,
    }
    const times = { p50_ms: all.p50, p95_ms: all.p95, p99_ms: all.p99 }
    const test = {
      size: `${customers} customers, ${rate} lookups a second for ${seconds} s`,
      figures: {
        lookups: all.n,
        without_manager: missing,
        refused: patience.refused(),
        lookups_per_second: rps,
        cpu_us_per_lookup: cpu_us,
        ...times,
      },
      passed: missing === 0 && all.n > 0,
    }
    return { figures: { rps, cpu_us, ...times, wrong: missing }, details, broken, test }
  } finally {
    await installation.close()
  }
}
