import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { traceCall, traceInvoice, traceMessage } from '../../../lib/endpoints.generated.ts'

export type TraceSubject = 'call' | 'invoice' | 'message'

export const isTraceSubject = (word: string): word is TraceSubject => ['call', 'invoice', 'message'].includes(word)

const ask = (of: TraceSubject, id: string) => {
  if (of === 'invoice') return call(traceInvoice, { params: { invoiceId: id } })
  return call(of === 'call' ? traceCall : traceMessage, { params: { id: Number(id) } })
}

/** Not cached: the traced call, invoice or message may still change. */
export const traceQuery = (of: TraceSubject, id: string) =>
  queryOptions({ queryKey: ['traces', of, id], queryFn: () => ask(of, id), staleTime: 0 })
