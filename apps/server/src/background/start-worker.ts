import { setPriority } from 'node:os'
import type { Config } from '../config.ts'
import { createDeps } from '../create-deps.ts'
import { createLog } from '../lib/process/log.ts'
import { serveMetrics, untilStopped } from '../lib/process/process.ts'
import { gauge, startTraces } from '../lib/process/telemetry.ts'
import { VERSION } from '../lib/process/version.ts'
import { measureBacklog } from './backlog.ts'
import { startBackgroundWork } from './start.ts'

/** Runs jobs and lanes until the process is stopped. Several workers may run in parallel. */
export const startWorker = async (config: Config): Promise<void> => {
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
  log.info({ version: VERSION }, 'working')

  untilStopped(log, async () => {
    await work.stop()
    stopMetrics()
    await deps.close()
    await stopTraces()
  })
}
