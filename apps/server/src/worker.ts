// The worker: `node apps/server/src/worker.ts`. Jobs and lanes; several may run beside each other.
import { createServer } from 'node:http'
import { readConfig } from './config.ts'
import { createDeps } from './deps.ts'
import { createLog } from './lib/log.ts'
import { metrics, startTraces } from './lib/telemetry.ts'
import { startWork } from './work.ts'

const config = readConfig()
const log = createLog(config.logLevel, { role: 'worker', pid: process.pid })
const stopTraces = startTraces(config.tracesUrl, 'patchbay worker')
const deps = await createDeps(config, log, 'worker')
const work = await startWork(deps)
const side = createServer(async (_request, response) => {
  response.setHeader('content-type', metrics.contentType)
  response.end(await metrics.metrics())
})
side.listen(config.metricsPort, config.metricsHost)
if (!config.mail.url && !config.development)
  log.warn({ folder: config.mail.folder }, 'MAIL_URL is not set: mails are written to a folder and reach nobody')
log.info('working')

let stopping = false
const stop = async (): Promise<void> => {
  if (stopping) return
  stopping = true
  log.info('draining')
  const overdue = setTimeout(() => process.exit(1), 25_000)
  await work.stop()
  side.close()
  await deps.close()
  await stopTraces()
  clearTimeout(overdue)
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('unhandledRejection', (error) => {
  log.fatal({ err: error }, 'unhandled rejection')
  process.exit(1)
})
