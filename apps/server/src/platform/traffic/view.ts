import type { TraceStep } from '@patchbay/contract/platform/workspace/traces'
import type { Exchange } from '@patchbay/contract/platform/workspace/traffic'

// A request as a step of what it was about.

export type TracedExchange = Pick<Exchange, 'id' | 'direction' | 'method' | 'url' | 'durationMs' | 'ok' | 'verdict'> & {
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
  values: { method: exchange.method, path: pathOf(exchange.url), verdict: exchange.verdict },
  ms: exchange.durationMs,
  exchangeId: exchange.id,
})

/** As they followed one another; what happened at one moment stays in the order in which it is told. */
export const inOrder = (steps: readonly TraceStep[]): TraceStep[] =>
  steps.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
