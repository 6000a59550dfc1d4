// The worker: `node apps/server/src/bin/worker.ts`. Runs jobs and lanes; several may run in parallel.

import { setPriority } from 'node:os'
import { measureBacklog } from '../background/backlog.ts'
import { startBackgroundWork } from '../background/start.ts'
import { readWorkerConfig } from '../config.ts'
import { createDeps } from '../deps.ts'
import { createLog } from '../lib/process/log.ts'
import { serveMetrics, untilStopped } from '../lib/process/process.ts'
import { gauge, startTraces } from '../lib/process/telemetry.ts'

const config = readWorkerConfig()
setPriority(config.workerNice)
const log = createLog(config.logLevel, { role: 'worker', pid: process.pid })
const stopTraces = startTraces(config.tracesUrl, 'patchbay worker')
const deps = await createDeps(config, log, 'worker')
const work = await startBackgroundWork(deps)
gauge('patchbay_pool_waiting', 'Work that waits for a database connection', () => deps.pool.waitingCount)
measureBacklog(deps)
const stopMetrics = serveMetrics(log, config.metricsHost, config.metricsPort)
if (!config.mail.url && !config.development) {
  log.warn({ folder: config.mail.folder }, 'MAIL_URL is not set: emails are written to a folder and not sent')
}
log.info('working')

untilStopped(log, async () => {
  await work.stop()
  stopMetrics()
  await deps.close()
  await stopTraces()
})
