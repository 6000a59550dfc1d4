import type { TraceStep } from '@patchbay/contract/platform/workspace/traces'
import type { Exchange } from '@patchbay/contract/platform/workspace/traffic'

// A request as a step of a trace.

export type TracedExchange = Pick<Exchange, 'id' | 'direction' | 'method' | 'url' | 'durationMs' | 'ok' | 'result'> & {
  at: Date
}

const pathOf = (url: string): string => {
  const parsed = URL.parse(url, 'http://here')
  return parsed ? `${parsed.origin === 'http://here' ? '' : parsed.host}${parsed.pathname}` : url
}

export const stepOfExchange = (exchange: TracedExchange): TraceStep => ({
  at: exchange.at.toISOString(),
  step: `request.${exchange.direction}`,
  ok: exchange.ok,
  values: { method: exchange.method, path: pathOf(exchange.url) },
  result: exchange.result,
  ms: exchange.durationMs,
  exchangeId: exchange.id,
})

/** Sorted by time; steps with the same time keep their order. */
export const inOrder = (steps: readonly TraceStep[]): TraceStep[] =>
  steps.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
