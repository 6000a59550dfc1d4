import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { createDeps } from '../create-deps.ts'
import { waitingFor } from '../lib/db/fair-share.ts'
import { createLog } from '../lib/process/log.ts'
import { serveMetrics, startInOrder, untilStopped } from '../lib/process/process.ts'
import { gauge, startTraces } from '../lib/process/telemetry.ts'
import { VERSION } from '../lib/process/version.ts'
import { buildApp } from './app.ts'
import { healthOf } from './health.ts'

const start = async (config: Config, opened: AsyncDisposableStack): Promise<void> => {
  const log = createLog(config.logLevel, { role: 'server', pid: process.pid })
  opened.defer(startTraces(config.tracesUrl, 'patchbay server'))
  const deps = await createDeps(config, log, 'server')
  opened.defer(deps.close)
  const app = await buildApp(deps)
  const health = healthOf(app, deps)
  gauge('patchbay_pool_waiting', 'Requests that wait for a database connection', () => waitingFor(deps.pool))
  gauge('patchbay_live_connections', 'Browsers that listen for live events', () => deps.live.connections())
  // NaN is no value to Prometheus: no alert without a replica.
  gauge('patchbay_reports_replica_lag_seconds', 'How far the replica for reports is behind', () =>
    deps.reports ? deps.reports.lagSeconds() : Number.NaN,
  )
  opened.defer(serveMetrics(log, config.metricsHost, config.metricsPort))
  opened.defer(() => app.close())
  await app.listen({ host: config.host, port: config.port })
  log.info({ port: config.port, version: VERSION }, 'listening')

  // Drain: report not ready, keep serving for a moment, finish open requests, then close.
  untilStopped(log, async () => {
    health.drain()
    await sleep(config.drainMs)
    await opened.disposeAsync()
  })
}

/** Runs a server until the process is stopped. Several may run in parallel. */
export const startServer = (config: Config): Promise<void> => startInOrder((opened) => start(config, opened))
