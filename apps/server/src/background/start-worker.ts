import { setPriority } from 'node:os'
import type { Config } from '../config.ts'
import { createDeps } from '../create-deps.ts'
import { waitingFor } from '../lib/db/fair-share.ts'
import { createLog } from '../lib/process/log.ts'
import { serveMetrics, startInOrder, untilStopped } from '../lib/process/process.ts'
import { gauge, startTraces } from '../lib/process/telemetry.ts'
import { VERSION } from '../lib/process/version.ts'
import { measureBacklog } from './backlog.ts'
import { startBackgroundWork } from './start.ts'

const start = async (config: Config, opened: AsyncDisposableStack): Promise<void> => {
  setPriority(config.workerNice)
  const log = createLog(config.logLevel, { role: 'worker', pid: process.pid })
  opened.defer(startTraces(config.tracesUrl, 'patchbay worker'))
  const deps = await createDeps(config, log, 'worker')
  opened.defer(deps.close)
  const work = await startBackgroundWork(deps)
  gauge('patchbay_pool_waiting', 'Work that waits for a database connection', () => waitingFor(deps.pool))
  measureBacklog(deps)
  opened.defer(serveMetrics(log, config.metricsHost, config.metricsPort))
  opened.defer(work.stop)
  if (!config.mail.url && !config.development) {
    log.warn({ folder: config.mail.folder }, 'MAIL_URL is not set: emails are written to a folder and not sent')
  }
  log.info({ version: VERSION }, 'working')

  untilStopped(log, () => opened.disposeAsync())
}

/** Runs jobs and lanes until the process is stopped. Several workers may run in parallel. */
export const startWorker = (config: Config): Promise<void> => startInOrder((opened) => start(config, opened))
