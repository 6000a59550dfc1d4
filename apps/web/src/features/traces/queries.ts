import { traceCall, traceInvoice, traceMessage } from '@patchbay/contract/platform/workspace/traces'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type Traced = 'call' | 'invoice' | 'message'

export const isTraced = (word: string): word is Traced => ['call', 'invoice', 'message'].includes(word)

const ask = (of: Traced, id: string) => {
  if (of === 'invoice') return call(traceInvoice, { params: { invoiceId: id } })
  return call(of === 'call' ? traceCall : traceMessage, { params: { id: Number(id) } })
}

/** What is traced may be going on: it is read anew at each visit. */
export const traceQuery = (of: Traced, id: string) =>
  queryOptions({ queryKey: ['traces', of, id], queryFn: () => ask(of, id), staleTime: 0 })
