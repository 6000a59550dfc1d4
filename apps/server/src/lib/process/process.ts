import { createServer } from 'node:http'
import type { Log } from './log.ts'
import { metrics } from './telemetry.ts'

const OVERDUE_MS = 25_000

/** Prometheus metrics on a port of their own. */
export const serveMetrics = (log: Log, host: string, port: number): (() => void) => {
  const server = createServer(async (_request, response) => {
    response.setHeader('content-type', metrics.contentType)
    response.end(await metrics.metrics())
  })
  // Without metrics rather than without a server: several processes on one host may have the same settings.
  server.on('error', (error) => log.error({ err: error, port }, 'metrics cannot be served: set another METRICS_PORT'))
  server.listen(port, host)
  return () => server.close()
}

/** Shuts down gracefully on a signal, and at once when the state of the process is unknown. */
export const untilStopped = (log: Log, stop: () => Promise<void>): void => {
  let stopping = false
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'draining')
    const overdue = setTimeout(() => process.exit(1), OVERDUE_MS)
    await stop()
    clearTimeout(overdue)
    log.info('drained')
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  // Unhandled rejection: the state of this process is unknown; exit and let the supervisor start a new one.
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection')
    process.exit(1)
  })
}
