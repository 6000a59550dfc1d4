import { setTimeout as sleep } from 'node:timers/promises'
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

// Traces go to an OpenTelemetry collector when one is configured; metrics are always exposed.

const tracer = trace.getTracer('patchbay')

/** Starts sending traces; returns a function that stops. Without an address, spans cost nothing. */
export const startTraces = (url: string | undefined, name: string): (() => Promise<void>) => {
  if (!url) return async () => undefined
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/+$/, '')}/v1/traces` })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': name }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  })
  trace.setGlobalTracerProvider(provider)
  return () => provider.shutdown()
}

/** Runs work inside a span of its own. */
export const traced = <T>(
  name: string,
  attributes: Record<string, string | number>,
  work: () => Promise<T>,
): Promise<T> =>
  tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })

export const metrics = new Registry()
collectDefaultMetrics({ register: metrics })

const requests = new Histogram({
  name: 'patchbay_http_seconds',
  help: 'How long requests took, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [metrics],
})

/** Requests to modules, by how they ended. */
export const egressRequests = new Counter({
  name: 'patchbay_egress_total',
  help: 'Requests to modules, by outcome',
  labelNames: ['outcome'],
  registers: [metrics],
})

/** Errors of ours while a lane was served, by its kind. */
export const laneErrors = new Counter({
  name: 'patchbay_lane_errors_total',
  help: 'Errors of ours while serving lanes, by kind',
  labelNames: ['kind'],
  registers: [metrics],
})

/** Clean-up jobs that deleted nothing because the clock was implausible. */
export const cleanUpsHeld = new Counter({
  name: 'patchbay_clean_ups_held_total',
  help: 'Clean-up runs that deleted nothing because the clock jumped, by job and reason',
  labelNames: ['job', 'reason'],
  registers: [metrics],
})

/** How long requests and background work waited for a database connection. */
export const poolWaits = new Histogram({
  name: 'patchbay_pool_wait_seconds',
  help: 'Waits for a database connection, when none was free; refused ones took too long or found the queue full',
  labelNames: ['pool', 'outcome'],
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5],
  registers: [metrics],
})

/** Reports that the primary answered although a replica is set. */
export const reportsFromPrimary = new Counter({
  name: 'patchbay_reports_from_primary_total',
  help: 'Reports read from the primary although a replica is set, by reason',
  labelNames: ['reason'],
  registers: [metrics],
})

type Read = { name: string; label: string; value: number }[]

/** Prometheus waits 10 seconds by default: the other metrics are not lost with these. */
const READ_MS = 5_000

/** Several gauges that are read together when the metrics are scraped; none is reported while they cannot be read. */
export const gauges = (
  definitions: Readonly<Record<string, { help: string; label?: string }>>,
  read: () => Promise<Read>,
  readMs = READ_MS,
): void => {
  const made = new Map<string, Gauge>()
  const clear = (): void => {
    for (const one of made.values()) one.reset()
  }
  const show = (values: Read): void => {
    clear()
    for (const { name, label, value } of values) {
      const labelName = definitions[name]?.label
      made.get(name)?.set(labelName === undefined ? {} : { [labelName]: label }, value)
    }
  }
  const hide = (): void => {
    clear()
    // A gauge without labels is 0 after a reset, which says that all is well.
    for (const [name, one] of made) if (definitions[name]?.label === undefined) one.remove()
  }
  const late = async (): Promise<never> => {
    await sleep(readMs, undefined, { ref: false })
    throw new Error('the gauges were not read in time')
  }
  let reading: Promise<void> | undefined
  // The registry asks all gauges at the same time and shows each as soon as its own `collect` has ended.
  const collect = (): Promise<void> => {
    reading ??= Promise.race([read(), late()])
      .then(show)
      .catch(hide)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  for (const [name, { help, label }] of Object.entries(definitions)) {
    const labelNames = label === undefined ? [] : [label]
    made.set(name, new Gauge({ name, help, labelNames, registers: [metrics], collect }))
  }
}

/** A gauge that is read when the metrics are scraped. */
export const gauge = (name: string, help: string, read: () => number): void => {
  new Gauge({
    name,
    help,
    registers: [metrics],
    collect() {
      this.set(read())
    },
  })
}

/** A span and a measurement for every request. The route's pattern, never the address: addresses carry phones and keys. */
export const traceRequests = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const span = tracer.startSpan(`${request.method} ${request.routeOptions.url ?? 'unknown'}`, {
      kind: SpanKind.SERVER,
    })
    if (!span.isRecording()) return done()
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode)
      span.end()
    })
    context.with(trace.setSpan(context.active(), span), done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    }
    requests.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}
