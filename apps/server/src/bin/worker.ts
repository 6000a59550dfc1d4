// The worker: `node apps/server/src/bin/worker.ts`. Jobs and lanes; several may run beside each other.

import { setPriority } from 'node:os'
import { startBackgroundWork } from '../background/start.ts'
import { readConfig } from '../config.ts'
import { createDeps } from '../deps.ts'
import { createLog } from '../lib/process/log.ts'
import { serveMetrics, untilStopped } from '../lib/process/process.ts'
import { startTraces } from '../lib/process/telemetry.ts'

const config = readConfig()
setPriority(config.workerNice)
const log = createLog(config.logLevel, { role: 'worker', pid: process.pid })
const stopTraces = startTraces(config.tracesUrl, 'patchbay worker')
const deps = await createDeps(config, log, 'worker')
const work = await startBackgroundWork(deps)
const stopMetrics = serveMetrics(config.metricsHost, config.metricsPort)
if (!config.mail.url && !config.development) {
  log.warn({ folder: config.mail.folder }, 'MAIL_URL is not set: mails are written to a folder and reach nobody')
}
log.info('working')

untilStopped(log, async () => {
  await work.stop()
  stopMetrics()
  await deps.close()
  await stopTraces()
})
