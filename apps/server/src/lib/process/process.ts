import { createServer } from 'node:http'
import type { Log } from './log.ts'
import { metrics } from './telemetry.ts'

const OVERDUE_MS = 25_000

/** Prometheus metrics on a port of their own. /healthz there is the liveness of a worker: it asks nobody. */
export const serveMetrics = (log: Log, host: string, port: number): (() => void) => {
  const server = createServer(async (request, response) => {
    if (request.url === '/healthz') return void response.end('{"ok":true}')
    response.setHeader('content-type', metrics.contentType)
    response.end(await metrics.metrics())
  })
  // Without metrics rather than without a server: several processes on one host may have the same settings.
  server.on('error', (error) => log.error({ err: error, port }, 'metrics cannot be served: set another METRICS_PORT'))
  server.listen(port, host)
  return () => server.close()
}

/**
 * Runs the steps of a start, each of which defers the closing of what it opened: in reverse order, when the process is stopped or
 * when a later step fails. Else what is open would keep a process alive that does nothing, and its supervisor would not notice.
 */
export const startInOrder = async <T>(start: (opened: AsyncDisposableStack) => Promise<T>): Promise<T> => {
  const opened = new AsyncDisposableStack()
  try {
    return await start(opened)
  } catch (error) {
    // What cannot be closed is not why the start failed.
    await opened.disposeAsync().catch(() => undefined)
    throw error
  }
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
