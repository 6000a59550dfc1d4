// The server: `node apps/server/src/main.ts`. Several may run beside each other.
import { createServer } from 'node:http'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createDeps } from './deps.ts'
import { healthOf } from './health.ts'
import { createLog } from './lib/log.ts'
import { gauge, metrics, startTraces } from './lib/telemetry.ts'

const config = readConfig()
const log = createLog(config.logLevel, { role: 'server', pid: process.pid })
const stopTraces = startTraces(config.tracesUrl, 'patchbay server')
const deps = await createDeps(config, log, 'server')
const app = await buildApp(deps)
const health = healthOf(app, deps)
gauge('patchbay_live_connections', 'Browsers that listen for live events', () => deps.live.connections())

const side = createServer(async (_request, response) => {
  response.setHeader('content-type', metrics.contentType)
  response.end(await metrics.metrics())
})
side.listen(config.metricsPort, config.metricsHost)
await app.listen({ host: config.host, port: config.port })
log.info({ port: config.port }, 'listening')

// Drain: say that we are going, serve those who have not noticed for a moment, let what is under way end, then close.
let stopping = false
const stop = async (signal: string): Promise<void> => {
  if (stopping) return
  stopping = true
  log.info({ signal }, 'draining')
  health.drain()
  await new Promise((resolve) => setTimeout(resolve, config.drainMs))
  const overdue = setTimeout(() => process.exit(1), 25_000)
  await app.close()
  side.close()
  await deps.close()
  await stopTraces()
  clearTimeout(overdue)
  log.info('drained')
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// A promise that nobody waits for has failed: the state of this process is unknown, and a supervisor starts a new one.
process.on('unhandledRejection', (error) => {
  log.fatal({ err: error }, 'unhandled rejection')
  process.exit(1)
})
